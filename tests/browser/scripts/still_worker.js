class StillWorker extends Worker {
  static asked = [];
  postMessage(text) {
    StillWorker.asked.push(text);
    if (!StillWorker.held) super.postMessage(text);
    else StillWorker.late = () => super.postMessage(text);
  }
}
window.Worker = StillWorker;
