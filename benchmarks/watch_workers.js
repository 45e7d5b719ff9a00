/**
 * Notes what becomes of the page's workers, for tests and measurements: `workerLog` lists each start (from memory that was
 * kept, or not), question, step and answer, each search that is given up, and each worker that is ended, with the time on
 * the page's clock; of an answer the time when it was given, if the worker says so.
 */
const workerLog = (window.workerLog = []);
let watch = () => {};
const note = (what, worker = 0, id = 0, more = {}) => {
  const entry = { what, worker, id, at: performance.now(), ...more };
  workerLog.push(entry);
  watch(entry);
};

let workers = 0;
window.Worker = class extends Worker {
  constructor(...settings) {
    super(...settings);
    this.number = ++workers;
    this.addEventListener("message", ({ data }) => {
      const said = data.at ? { at: data.at - performance.timeOrigin } : {};
      if (data.ready) note("ready", this.number, 0, { wasKept: data.wasKept });
      else if (data.settled) note("settled", this.number);
      else if (data.step !== undefined) note("step", this.number, data.id);
      else if (data.answer !== undefined) note("answer", this.number, data.id, said);
    });
  }

  postMessage(message, ...others) {
    if (message.question) note(message.question, this.number, message.id);
    super.postMessage(message, ...others);
  }

  terminate() {
    note("ended", this.number);
    super.terminate();
  }
};

const { abort } = AbortController.prototype;
AbortController.prototype.abort = function giveUp(...reason) {
  note("given up");
  return abort.apply(this, reason);
};

/** Leave an analysis for another address: how it ended, and how many milliseconds after it was given up. */
window.leaveAnalysis = (hash) => new Promise((resolve) => {
  const { worker, id } = workerLog.findLast(({ what }) => what === "analyse");
  let since;
  watch = (entry) => {
    if (entry.what === "given up") since ??= entry.at;
    const isEnd = entry.worker === worker && (entry.what === "ended" || (entry.what === "answer" && entry.id === id));
    if (isEnd) resolve({ by: entry.what, after: entry.at - since });
  };
  location.hash = hash;
});
