const QUIET_MS = 10_000;
// The bell looks for news every few seconds.
const POLL = '/web/notification';

/** Resolves once the page has loaded nothing for 10 s, but the bell's news. */
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
