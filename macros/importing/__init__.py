"""Turn an upstream's own files into data files: `python -m macros import NAME PATH --source ID --as-of DATE`.

An importer reads the files and says which fields of which records they decide. `data_files` puts those into the data
and leaves every other field, every id and every cell that an importer says nothing of as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from macros.importing import aws_dlc_images, ec2_instances, neuron, optimum_architectures, vllm_recipes
from macros.importing.upstream import Found, Known, Upstream


class Importer(NamedTuple):
    """How the files of one upstream become records."""

    read: Callable[[Upstream, Known], Iterator[Found]]
    files: str
    """What to hand over, by its path in the upstream."""


IMPORTERS: Mapping[str, Importer] = {
    "neuron-packages": Importer(
        neuron.packages,
        "aws-neuron/aws-neuron-sdk: src/helperscripts/n2-manifest.json, and release-notes/ for dates of releases",
    ),
    "neuron-benchmarks": Importer(
        neuron.benchmarks, "aws-neuron/aws-neuron-sdk: about-neuron/benchmarks/, with its folders inf1, inf2, trn1"
    ),
    "optimum-architectures": Importer(
        optimum_architectures.read,
        "huggingface/optimum-neuron: docs/source/supported_architectures.mdx and optimum/neuron/version.py",
    ),
    "aws-dlc-images": Importer(aws_dlc_images.read, "aws/deep-learning-containers: available_images.md"),
    "vllm-recipes": Importer(vllm_recipes.read, "vllm-project/recipes: models/ and taxonomy.yaml"),
    "ec2-instances": Importer(
        ec2_instances.read,
        "JSON of `aws ec2 describe-instance-types`, and of `aws ec2 describe-instance-type-offerings` for each region",
    ),
}
"""By the name on the command line."""
