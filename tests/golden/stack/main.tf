resource "aws_instance" "train" {
  ami           = data.aws_ssm_parameter.dlami.value
  instance_type = "trn1.32xlarge"
}
data "aws_ssm_parameter" "dlami" {
  name = "/aws/service/neuron/dlami/multi-framework/ubuntu-22.04/latest/image_id"
}
