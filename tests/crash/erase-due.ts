// Erases the members who are due on the site in the environment, as a server does. It says when it begins and ends.
import { createAppServer } from '#lib/server/app-server.ts';
import { readConfig } from '#lib/server/config.ts';
import { eraseDueMembers } from '#lib/server/deletions/erase-member.ts';

const server = await createAppServer(readConfig(process.env), { logDestination: { write() {} } });
process.stdout.write('begins\n');
await eraseDueMembers(server.services);
process.stdout.write('ends\n');
await server.close();
