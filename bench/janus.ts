import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const program = '/usr/bin/janus';
const library = '/usr/lib/x86_64-linux-gnu/janus';

interface Reply {
  readonly janus: string;
  readonly transaction?: string;
  readonly data?: { readonly id: number };
  readonly plugindata?: { readonly data: { readonly error?: string; readonly rtp?: { readonly port: number } } };
  readonly error?: { readonly reason: string };
}

export const hasJanus = () => existsSync(program) && existsSync(`${library}/transports/libjanus_http.so`);

export interface Janus {
  readonly pid: number;
  /** A conference at 16 kHz whose mix is recorded. */
  openRoom(room: number): Promise<void>;
  /** Someone who speaks Opus over plain RTP from that port of loopback; gives the port to send to. */
  join(room: number, port: number): Promise<number>;
  stop(): void;
}

/** Debian's Janus on loopback with its AudioBridge, driven over HTTP. */
export async function startJanus(httpPort: number, rtp: { from: number; to: number }): Promise<Janus> {
  const folder = mkdtempSync(join(tmpdir(), 'sidetone-janus-'));
  writeSettings(folder, httpPort, rtp);
  const janus = spawn(program, ['--config', join(folder, 'janus.jcfg'), '--configs-folder', folder], {
    stdio: 'ignore',
  });
  if (!janus.pid) throw new Error('Janus did not start');
  const base = `http://127.0.0.1:${httpPort}/janus`;
  const post = posting(base);
  const session = await beginSession(post);
  const attach = async () =>
    (await post(`/${session}`, { janus: 'attach', plugin: 'janus.plugin.audiobridge' })).data?.id ?? 0;
  const stop = () => {
    janus.kill('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  };
  return {
    pid: janus.pid,
    openRoom: async (room) => {
      const body = {
        request: 'create',
        room,
        sampling_rate: 16_000,
        audiolevel_event: false,
        allow_rtp_participants: true,
        record: true,
        record_file: join(folder, `room-${room}.wav`),
      };
      const said = await post(`/${session}/${await attach()}`, { janus: 'message', body });
      if (said.plugindata?.data.error) throw new Error(`Janus opened no room: ${said.plugindata.data.error}`);
    },
    join: async (room, port) => await joinRoom({ base, post, session, handle: await attach() }, room, port),
    stop,
  };
}

function writeSettings(folder: string, httpPort: number, rtp: { from: number; to: number }): void {
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  const http = `json = "plain"\n base_path = "/janus"\n http = true\n port = ${httpPort}\n ip = "127.0.0.1"\n https = false`;
  write(
    'janus.jcfg',
    [
      `general: { configs_folder = "${folder}", plugins_folder = "${library}/plugins"`,
      `transports_folder = "${library}/transports", session_timeout = 0, debug_level = 2, log_to_stdout = false`,
      'server_name = "bench" }',
      'plugins: { }',
      'transports: { }',
      'media: { }',
    ].join('\n'),
  );
  write('janus.transport.http.jcfg', `general: {\n ${http}\n}\nadmin: { admin_http = false }\n`);
  write(
    'janus.plugin.audiobridge.jcfg',
    `general: { local_ip = "127.0.0.1", rtp_port_range = "${rtp.from}-${rtp.to}" }\n`,
  );
}

type Post = (path: string, body: object) => Promise<Reply>;

const posting =
  (base: string): Post =>
  async (path, body) => {
    const reply = await fetch(`${base}${path}`, {
      method: 'POST',
      body: JSON.stringify({ transaction: 'bench', ...body }),
    });
    const said = (await reply.json()) as Reply;
    if (said.janus === 'error') throw new Error(`Janus refused: ${said.error?.reason}`);
    return said;
  };

async function beginSession(post: Post): Promise<number> {
  for (let attempt = 0; attempt < 40; attempt += 1) {
    const said = await post('', { janus: 'create' }).catch(() => undefined);
    if (said?.data) return said.data.id;
    await pause(100);
  }
  throw new Error('Janus did not come up');
}

interface Joining {
  readonly base: string;
  readonly post: Post;
  readonly session: number;
  readonly handle: number;
}

async function joinRoom({ base, post, session, handle }: Joining, room: number, port: number): Promise<number> {
  const body = { request: 'join', room, codec: 'opus', rtp: { ip: '127.0.0.1', port, payload_type: 111 } };
  const transaction = `join-${port}`;
  await post(`/${session}/${handle}`, { janus: 'message', transaction, body });
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const event = (await (await fetch(`${base}/${session}?maxev=1`)).json()) as Reply;
    if (event.transaction !== transaction) continue; // others hear of each newcomer
    const target = event.plugindata?.data.rtp?.port;
    if (target !== undefined) return target;
    throw new Error(`Janus let nobody in: ${event.plugindata?.data.error}`);
  }
  throw new Error('Janus did not say where to send');
}
