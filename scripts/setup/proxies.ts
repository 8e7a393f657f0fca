/** What a proxy on this machine knows of the site. */
interface ProxyOptions {
  domain: string;
  port: number;
}

/** The whole Caddyfile, but for other sites of the machine; Caddy gets the certificate. */
export const caddyfile = ({ domain, port }: ProxyOptions): string => `${domain} {
  # A client would choose the trace in the log.
  request_header -traceparent
  reverse_proxy 127.0.0.1:${port}
}
`;

/** A file for `/etc/nginx/conf.d`; certbot gets the certificate. */
export const nginxFile = ({ domain, port }: ProxyOptions): string => `server {
  listen 443 ssl;
  listen [::]:443 ssl;
  http2 on;
  server_name ${domain};
  ssl_certificate /etc/letsencrypt/live/${domain}/fullchain.pem;
  ssl_certificate_key /etc/letsencrypt/live/${domain}/privkey.pem;
  # The site has limits of its own for each form.
  client_max_body_size 0;
  location / {
    proxy_pass http://127.0.0.1:${port};
    proxy_http_version 1.1;
    proxy_set_header Host $host;
    proxy_set_header X-Forwarded-For $remote_addr;
    # A client would choose the trace in the log.
    proxy_set_header traceparent "";
    proxy_read_timeout 90s;
  }
}
server {
  listen 80;
  listen [::]:80;
  server_name ${domain};
  return 301 https://$host$request_uri;
}
`;
