import { dot, line, path } from './svg.ts';

/** The long thermometer of a compost heap, with its round face. */
export const thermometer = () =>
  line('M0 0V-150', '#c9c4b6', 7) +
  dot(0, -172, 26, '#f4efe2') +
  dot(0, -172, 20, '#fff') +
  path('M0-172l14-10-9 15z', '#c8442f') +
  line('M-13-172a13 13 0 0 1 26 0', '#c8442f', 3);
