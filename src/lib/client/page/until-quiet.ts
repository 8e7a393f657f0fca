const QUIET_MS = 10_000;
// The bell polls every few seconds.
const POLL = '/web/notification';

/** Resolves once the page has loaded nothing for 10 s; polls of the bell do not count. */
export const untilQuiet = (): Promise<void> =>
  new Promise((resolve) => {
    let timer = 0;
    const wait = () => {
      clearTimeout(timer);
      timer = window.setTimeout(resolve, QUIET_MS);
    };
    const observer = new PerformanceObserver((list) => {
      if (list.getEntries().some(({ name }) => !name.includes(POLL))) wait();
    });
    observer.observe({ type: 'resource' });
    wait();
  });
