import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Fault, playFault } from './faults.ts';
import { type Ears, type Hearing, newEars } from './hearing/hearing.ts';
import { type Mood, newThinker } from './thinking/thinker.ts';
import {
  anthropicMessages,
  chatCompletions,
  type LanguageProtocol,
  mistralChat,
  responses,
  type Said,
} from './vendors/language.ts';
import { VendorRefusal } from './vendors/refusal.ts';
import {
  deepgramAnswer,
  formAnswer,
  readDeepgramQuery,
  readMistralForm,
  readOpenAiForm,
  type WordPlace,
} from './vendors/speech.ts';
import { spoken } from './vendors/voice.ts';

/** Whose protocol is spoken, by the first part of the path: `/openai/v1/…`. `own` is a server that somebody runs. */
export type Vendor = 'openai' | 'mistral' | 'anthropic' | 'deepgram' | 'own';

/** A request as it came, kept for tests. */
export interface KeptRequest {
  readonly vendor: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  /** The other side closed the socket before it had its answer. */
  isBrokenOff: boolean;
}

export interface AiServerOptions {
  readonly mood?: Mood;
  readonly hearing?: Hearing;
  /** What the server that somebody runs is like. */
  readonly own?: {
    readonly takesSchema?: boolean;
    readonly words?: WordPlace;
    readonly listsModels?: boolean;
    readonly takesVerbose?: boolean;
  };
}

/** The services of all vendors on one port of this machine. */
export interface AiServer {
  /** The address of a vendor's routes, as somebody would enter it. */
  urlOf(vendor: Vendor): string;
  readonly key: string;
  readonly models: readonly string[];
  readonly ears: Ears;
  /** Tests may empty it. */
  readonly requests: KeptRequest[];
  mood: Mood;
  hearing: Hearing;
  /** What happens to the next requests, in their order; null: nothing. */
  play(...faults: readonly (Fault | null)[]): void;
  close(): Promise<void>;
}

const models = ['think-1', 'hear-1', 'gpt-4o-transcribe', 'claude-sonnet-4-5', 'whisper-1', 'nova-2', 'say-1'];
const key = 'the-right-key';
const mostBytes = 30 * 1024 * 1024;

/** Opens the services; every request is kept. */
export async function openAiServer(options: AiServerOptions = {}): Promise<AiServer> {
  const ears = newEars();
  const requests: KeptRequest[] = [];
  const faults: (Fault | null)[] = [];
  const thinker = newThinker();
  const state = { mood: options.mood ?? 'honest', hearing: options.hearing ?? 'script' };
  const http = createServer(async (request, response) => {
    const kept = await keep(request);
    requests.push(kept);
    response.once('close', () => {
      kept.isBrokenOff = !response.writableFinished;
    });
    const fault = faults.shift() ?? null;
    if (fault !== null && (await playFault(fault, response, kept.body))) return;
    try {
      const end = fault?.kind === 'refusal' || fault?.kind === 'length' ? fault.kind : 'stop';
      send(response, 200, await answer(kept, { ...options, ...state, ears, thinker, end }));
    } catch (error) {
      refuse(response, kept.vendor, error);
    }
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  return {
    urlOf: (vendor) => `http://127.0.0.1:${port}/${vendor}/v1`,
    key,
    models,
    ears,
    requests,
    get mood() {
      return state.mood;
    },
    set mood(mood) {
      state.mood = mood;
    },
    get hearing() {
      return state.hearing;
    },
    set hearing(hearing) {
      state.hearing = hearing;
    },
    play: (...next) => {
      faults.splice(0, faults.length, ...next);
    },
    async close() {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

async function keep(request: IncomingMessage): Promise<KeptRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const [, vendor = '', path = ''] = /^\/([^/]*)\/v1(\/.*)$/.exec(request.url ?? '') ?? [];
  const { method = '', headers } = request;
  return { vendor, method, path, headers, body: Buffer.concat(chunks), isBrokenOff: false };
}

interface Answering extends AiServerOptions {
  readonly mood: Mood;
  readonly hearing: Hearing;
  readonly ears: Ears;
  readonly thinker: ReturnType<typeof newThinker>;
  readonly end: Said['end'];
}

async function answer(request: KeptRequest, by: Answering): Promise<unknown> {
  const { vendor, method, path } = request;
  requireKey(request);
  if (request.body.length > mostBytes) throw new VendorRefusal(413, 'too_large', 'too large');
  const route = `${method} ${vendor} ${path.replace(/\?.*$/, '')}`;
  const isOpenOwn = vendor !== 'own' || by.own?.listsModels !== false;
  if (method === 'GET' && path.startsWith('/models') && isOpenOwn) return modelsAt(path);
  const protocol = languageRoutes(by)[route];
  if (protocol !== undefined) return think(request, protocol, by);
  if (/^POST (openai|own|mistral) \/audio\/transcriptions$/.test(route)) return await transcribe(request, by);
  if (/^POST (openai|own) \/audio\/speech$/.test(route)) return await spoken(jsonOf(request.body), models);
  if (route === 'POST deepgram /listen') {
    readDeepgramQuery(new URL(path, 'http://here').searchParams, models);
    return deepgramAnswer(await by.ears.hear(request.body, by.hearing));
  }
  throw new VendorRefusal(404, 'not_found', 'No such route.');
}

function languageRoutes({ own }: AiServerOptions): Readonly<Record<string, LanguageProtocol>> {
  return {
    'POST openai /responses': responses,
    'POST openai /chat/completions': chatCompletions(true),
    'POST own /chat/completions': chatCompletions(own?.takesSchema ?? true),
    'POST mistral /chat/completions': mistralChat,
    'POST anthropic /messages': anthropicMessages,
  };
}

function think(request: KeptRequest, protocol: LanguageProtocol, { thinker, mood, end }: Answering): unknown {
  const body = jsonOf(request.body);
  const asked = protocol.read(body, models);
  return protocol.answer({ text: end === 'stop' ? thinker(asked, mood) : '{"half', end }, String(body['model']));
}

async function transcribe({ vendor, headers, body }: KeptRequest, by: Answering): Promise<unknown> {
  const type = String(headers['content-type'] ?? '');
  if (!type.startsWith('multipart/form-data')) throw new VendorRefusal(400, 'invalid', 'a form is wanted');
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  const read = await (vendor === 'mistral' ? readMistralForm(form, models) : readOpenAiForm(form, models));
  if (vendor === 'own' && by.own?.takesVerbose === false && read.isVerbose) {
    throw new VendorRefusal(400, 'invalid_value', 'response_format must be json');
  }
  const place = vendor === 'own' ? (by.own?.words ?? 'inside') : 'top';
  return formAnswer(await by.ears.hear(read.sound, by.hearing), read, place);
}

function requireKey({ vendor, headers }: KeptRequest): void {
  if (vendor === 'own') return;
  const given =
    vendor === 'anthropic'
      ? headers['x-api-key']
      : String(headers.authorization ?? '').replace(/^(?:Bearer|Token) /, '');
  if (given !== key) throw new VendorRefusal(401, 'invalid_api_key', 'Incorrect API key provided.');
  if (vendor === 'anthropic' && headers['anthropic-version'] === undefined) {
    throw new VendorRefusal(400, 'invalid_request_error', 'anthropic-version: header is required');
  }
}

function modelsAt(path: string): unknown {
  const [, name] = /^\/models\/(.+)$/.exec(path) ?? [];
  if (name === undefined) return { object: 'list', data: models.map((id) => ({ id, object: 'model' })) };
  if (!models.includes(decodeURIComponent(name))) throw new VendorRefusal(404, 'model_not_found', 'no such model');
  return { id: name, object: 'model' };
}

function jsonOf(body: Buffer): Record<string, unknown> {
  try {
    return JSON.parse(body.toString('utf8')) as Record<string, unknown>;
  } catch {
    throw new VendorRefusal(400, 'invalid_json', 'The body is not JSON.');
  }
}

const send = (response: ServerResponse, status: number, value: unknown): void => {
  if (Buffer.isBuffer(value)) response.writeHead(status, { 'content-type': 'audio/wav' }).end(value);
  else response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
};

/** Refusals in the form of each vendor. */
function refuse(response: ServerResponse, vendor: string, error: unknown): void {
  const { status, code, message } =
    error instanceof VendorRefusal ? error : { status: 500, code: 'server_error', message: String(error) };
  if (vendor === 'deepgram') send(response, status, { err_code: code, err_msg: message, request_id: 'r1' });
  else if (vendor === 'anthropic') send(response, status, { type: 'error', error: { type: code, message } });
  else send(response, status, { error: { message, type: 'invalid_request_error', param: null, code } });
}
