variable "type" { default = "inf1.6xlarge" }
resource "aws_instance" "serve" { instance_type = "inf1.6xlarge" }
