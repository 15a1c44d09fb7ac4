// Opens the line of the hardware that the address names: models/gpt2/?on=trn1.32xlarge. Without it, all lines are closed.

const hardware = new URLSearchParams(location.search).get("on");
if (hardware) {
  for (const line of document.querySelectorAll("details[data-on]")) {
    if (line.dataset.on.split(" ").includes(hardware)) {
      line.open = true;
      line.scrollIntoView({ block: "start" });
    }
  }
}
