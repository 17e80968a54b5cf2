import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const listener = `
import json, socket, sys
at = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
at.bind(sys.argv[1])
print(json.dumps(""), flush=True)
while True:
    print(json.dumps(at.recv(4096).decode()), flush=True)
`;

/** Listens at a datagram socket of the Unix domain, which Node cannot: what systemd hears of a service. */
export async function datagrams() {
  const socket = join(mkdtempSync(join(tmpdir(), 'notify-')), 'socket');
  const child = spawn('python3', ['-c', listener, socket], { stdio: ['ignore', 'pipe', 'inherit'] });
  const heard: string[] = [];
  let text = '';
  child.stdout.on('data', (chunk) => {
    text += chunk;
    const lines = text.split('\n');
    text = lines.pop() ?? '';
    for (const line of lines) heard.push(JSON.parse(line) as string);
  });
  // It says an empty line once it listens.
  await once(child.stdout, 'data');
  return {
    socket,
    heard,
    async stop() {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}
