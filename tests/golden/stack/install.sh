#!/bin/sh
set -e
pip install --upgrade neuronx-cc==2.* torch-neuronx==2.7.* torchvision
pip install optimum-neuron
