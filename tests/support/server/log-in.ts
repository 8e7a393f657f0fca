/** Logs in at a running server, in a new browser. */
export async function logIn(
  origin: string,
  credentials: { email: string; password: string },
): Promise<Response> {
  const csrf = await fetch(`${origin}/api/token/csrf`);
  const { token } = (await csrf.json()) as { token: string };
  const cookies = csrf.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0]);
  return fetch(`${origin}/api/web/auth/login`, {
    method: 'POST',
    headers: {
      cookie: cookies.join('; '),
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
      'x-csrf-token': token,
    },
    body: JSON.stringify(credentials),
  });
}
