import { ConfigError } from '#lib/server/config.ts';

/** A bucket and the credentials for it. */
interface BucketOptions {
  /** the bucket's URL, without a final slash */
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

const FORMAT = 's3://KEY:SECRET@host[:port]/bucket?region=us-east-1&tls=true';

/**
 * Parses `STORAGE_URL` or `BACKUP_URL`: `s3://KEY:SECRET@host[:port]/bucket?region=…&tls=…`.
 *
 * - `KEY`, `SECRET`: percent-encoded (`/` is `%2F`, `+` is `%2B`)
 * - `host[:port]`: of the S3 service, such as `s3.eu-west-1.amazonaws.com` or `minio.lan:9000`;
 *   the bucket is addressed by path
 * - `region`: `us-east-1` when absent; R2 wants `auto`
 * - `tls`: `true` when absent; `false` only for a service on the same machine or private network
 *
 * @param setting its name, for errors
 * @throws ConfigError in one line, without the secret
 */
export function parseBucketUrl(text: string, setting = 'STORAGE_URL'): BucketOptions {
  const url = URL.parse(text);
  const bucket = /^\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/?$/.exec(url?.pathname ?? '')?.[1];
  const tls = url?.searchParams.get('tls') ?? 'true';
  const isValid = url?.protocol === 's3:' && url.username && url.password && url.hostname && bucket;
  if (!isValid || !/^(true|false)$/.test(tls))
    throw new ConfigError(`${setting} must look like ${FORMAT}`);
  return {
    endpoint: `${tls === 'true' ? 'https' : 'http'}://${url.host}/${bucket}`,
    region: url.searchParams.get('region') ?? 'us-east-1',
    accessKeyId: decodePart(url.username, setting),
    secretAccessKey: decodePart(url.password, setting),
  };
}

function decodePart(part: string, setting: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new ConfigError(
      `${setting}: its key and secret must be percent-encoded, as in ${FORMAT}`,
    );
  }
}
