import childProcess from 'node:child_process';
import dgram from 'node:dgram';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

/** Set-up of pure tests: what would lead out of the process throws, also where the product does it. */
const refuse = (what: string) => (): never => {
  throw new Error(`A pure test may not ${what}: call its file *.world.test.ts`);
};

net.Socket.prototype.connect = refuse('open a connection');
net.Server.prototype.listen = refuse('listen for connections');
dgram.Socket.prototype.bind = refuse('open a socket');
dgram.Socket.prototype.send = refuse('send a packet');
for (const name of ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync', 'fork'] as const) {
  Object.assign(childProcess, { [name]: refuse('start a process') });
}
syncBuiltinESMExports();
