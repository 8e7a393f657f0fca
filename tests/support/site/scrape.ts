import { expect, onTestFinished } from 'vitest';

import { serveMetrics } from '#lib/server/platform/http/metrics-server.ts';
import { freePort } from '#tests/support/server/port.ts';

import { findValue, readOpenMetrics } from './openmetrics.ts';
import { openSite, type Site } from './site.ts';

/** Reads a server's metrics on a port, like a monitoring system. */
export async function scrape(port: number) {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe(
    'application/openmetrics-text; version=1.0.0; charset=utf-8',
  );
  return readOpenMetrics(await response.text());
}

/**
 * Serves the metrics of a site.
 * @returns a function that reads them
 */
export async function serveSiteMetrics(site: Site) {
  const servers = await serveMetrics(site.services);
  onTestFinished(() => {
    for (const server of servers) server.close().closeAllConnections();
  });
  const port = site.services.config.metricsPort ?? 0;
  return () => scrape(port);
}

/** Opens a site that serves its metrics. @param env settings */
export async function openMeasuredSite(env: Record<string, string> = {}) {
  const site = await openSite({ METRICS_PORT: String(await freePort()), ...env });
  return { site, read: await serveSiteMetrics(site) };
}

/** How often a rate limit has rejected requests to a site. */
export async function countHits(site: Site, limit: string): Promise<number | undefined> {
  const text = await site.services.metrics.registry.expose(() => {});
  return findValue(readOpenMetrics(text), 'glean_rate_limit_hits_total', { limit });
}
