import { createHistogram } from 'node:perf_hooks';

/** The responses of one kind of request. */
class Figures {
  succeeded = 0;
  unchanged = 0;
  readonly errors: string[] = [];
  /** in microseconds */
  readonly latency = createHistogram();

  /** Records a response. @param startedAt as `performance.now()` */
  note(startedAt: number, isUnchanged = false): void {
    this.succeeded += 1;
    if (isUnchanged) this.unchanged += 1;
    this.latency.record(Math.max(1, Math.round((performance.now() - startedAt) * 1000)));
  }
}

const newFigures = () => ({
  poll: new Figures(),
  token: new Figures(),
  feed: new Figures(),
  write: new Figures(),
  badge: new Figures(),
});

/** The figures of all kinds of requests, discarded while the pages open. */
export class AllFigures {
  now = newFigures();

  restart(): void {
    this.now = newFigures();
  }
}
