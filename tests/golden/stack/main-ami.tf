resource "aws_instance" "worker" {
  ami           = "ami-0a1b2c3d4e5f60718"
  instance_type = "trn2.48xlarge"
  image         = "public.ecr.aws/neuron/pytorch-inference-neuronx@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
}
