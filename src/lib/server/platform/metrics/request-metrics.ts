import {
  CounterFamily,
  type CounterSeries,
  HistogramFamily,
  type HistogramSeries,
  type Registry,
} from './registry.ts';

/** The route names of responses without a route of the app. */
export const UNROUTED = {
  staticFile: 'static_file',
  cachedPage: 'cached_page',
  /** a response, or a disconnect, before the app saw the request */
  belowApp: 'below_app',
} as const;

/**
 * Counts a response.
 * @param method undefined for a request that could not be parsed
 * @param route a pattern or one of `UNROUTED`, never a path, since each is a series
 * @param ms the time until the response's headers, if measured
 */
export type CountResponse = (
  method: string | undefined,
  route: string,
  status: number,
  ms?: number,
) => void;

const BOUNDS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

// Clients may send any of some 30 methods.
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS']);

const OPTIONS = {
  requests: {
    name: 'glean_http_requests',
    help: 'responses',
    labels: ['method', 'route', 'status'],
  },
  durations: {
    name: 'glean_http_request_duration_seconds',
    help: 'time until a response was ready to be sent',
    labels: ['method', 'route'],
  },
} as const;

/** The series of a method, route and status. */
interface Series {
  requests: CounterSeries;
  durations: HistogramSeries | null;
}

/**
 * Adds the metrics of requests.
 * @returns a function that counts a response, with one lookup
 */
export function addRequestMetrics(registry: Registry): CountResponse {
  const requests = registry.add(new CounterFamily(OPTIONS.requests));
  const durations = registry.add(new HistogramFamily(OPTIONS.durations, BOUNDS_SECONDS));
  const all = new Map<string, Series>();
  const open = (method: string, route: string, status: string, isTimed: boolean): Series => ({
    requests: requests.with({ method, route, status }),
    durations: isTimed ? durations.with({ method, route }) : null,
  });
  return (sent, route, status, ms) => {
    const method = sent && METHODS.has(sent) ? sent : 'other';
    const key = `${method} ${route} ${status}`;
    const isTimed = ms !== undefined;
    const series = all.getOrInsertComputed(key, () => open(method, route, `${status}`, isTimed));
    series.requests.add();
    if (isTimed) series.durations?.observe(ms / 1000);
  };
}
