type Env = Record<string, string | undefined>;

// Settings of libpq: those of other drivers in a URL would stop it.
const LIBPQ =
  /^(host|port|user|dbname|options|ssl(mode|cert|key|rootcert|negotiation)|channel_binding|target_session_attrs)$/;
const CERTIFICATES = ['sslcert', 'sslkey', 'sslrootcert'];
const VERIFIED = new Set(['prefer', 'require', 'verify-ca', 'verify-full']);

/** @returns the mode of our driver, or undefined for a connection without TLS */
function driverMode(settings: URLSearchParams, env: Env): string | undefined {
  const mode = settings.get('sslmode');
  if (mode) return mode;
  const isOn = /^(true|1)$/.test(settings.get('ssl') ?? '');
  const hasTls = isOn || CERTIFICATES.some((name) => settings.has(name));
  const isDirect = settings.get('sslnegotiation') === 'direct';
  return hasTls || isDirect ? 'verify-full' : env['PGSSLMODE'];
}

/**
 * Lets libpq verify a server as our driver does: with every mode but `disable` and `no-verify` it checks the name and the
 * certificate, by the machine's own authorities unless a file is given.
 */
function translateTls(settings: URLSearchParams, env: Env): void {
  if (settings.get('uselibpqcompat') === 'true') return;
  const mode = driverMode(settings, env);
  if (mode === 'no-verify') {
    settings.set('sslmode', 'require');
    settings.delete('sslrootcert');
  } else if (mode && VERIFIED.has(mode)) {
    settings.set('sslmode', 'verify-full');
    if (!settings.get('sslrootcert') && !env['PGSSLROOTCERT'])
      settings.set('sslrootcert', 'system');
  }
}

/**
 * Prepares a connection of Postgres's own programs.
 * @param env of this process, whose `PG…` settings our driver uses, too
 * @returns the database's URL for libpq, and the environment with its password, which other users could see in a URL
 */
export function toolConnection(databaseUrl: string, env: Env = process.env) {
  const url = new URL(databaseUrl);
  const password = url.searchParams.get('password') || decodeURIComponent(url.password);
  url.password = '';
  translateTls(url.searchParams, env);
  const foreign = Array.from(url.searchParams.keys()).filter((name) => !LIBPQ.test(name));
  for (const name of foreign) url.searchParams.delete(name);
  return {
    // libpq decodes %20, but no plus sign.
    dbname: url.href.replaceAll('+', '%20'),
    env: { ...env, LC_ALL: 'C', ...(password && { PGPASSWORD: password }) } as Env,
  };
}
