import { HEAP, MEMORY } from '#scripts/run/memory.ts';

/** Where systemd finds units of the machine's operator. */
export const UNIT_FOLDER = '/etc/systemd/system';

/** What the units are written for. */
interface UnitOptions {
  /** the folder of the release, or of the sources */
  folder: string;
  user: string;
  port: number;
}

const socketUnit = ({ port }: UnitOptions): string => `[Socket]
ListenStream=127.0.0.1:${port}

[Install]
WantedBy=sockets.target
`;

const serviceUnit = ({ folder, user }: UnitOptions): string => `[Unit]
Requires=glean.socket
After=network.target
StartLimitIntervalSec=0

[Service]
User=${user}
WorkingDirectory=${folder}
# Little memory (scripts/run/memory.ts).
Environment=${Object.entries(MEMORY)
  .map((pair) => pair.join('='))
  .join(' ')}
ExecStart=${folder}/node_modules/.bin/node ${HEAP.join(' ')} scripts/serve.mjs
Restart=always
RestartSec=5
TimeoutStopSec=90

[Install]
WantedBy=multi-user.target
`;

/** The units of systemd, by the names of their files; docs/operations.md, "With systemd", has the same. */
export const writeUnits = (options: UnitOptions): Record<string, string> => ({
  'glean.socket': socketUnit(options),
  'glean.service': serviceUnit(options),
});
