import type { Socket } from 'node:net';
import { connect } from 'node:net';
import type { Logger } from 'pino';
import { HostedFiles, type HostedFilesOptions } from './hosted/hosted-files.ts';
import type {
  Codec,
  ConferenceHow,
  Direction,
  EndpointSdp,
  EndpointStats,
  GuestVisit,
  Media,
  MediaErrorCode,
  MediaFact,
  MediaFigures,
  MediaOwner,
  OpenEndpoint,
  RecordingOrder,
  Sound,
  StreamOrder,
} from './media.ts';
import { MediaError } from './media.ts';
import type { Method, Params, Result } from './protocol.ts';
import { lineReader, reply, results } from './protocol.ts';

export interface MediaClientOptions {
  /** The media process's Unix socket. */
  readonly socketPath: string;
  /** Whose endpoints these are. */
  readonly owner: MediaOwner;
  /** Another carrier of the node has come, with a higher epoch: nothing is done for us any longer, and nothing follows. */
  readonly onOutlived?: () => void;
  /** Where files belong; without it, the media process has to see our disk. */
  readonly files?: HostedFilesOptions | undefined;
  readonly log?: Logger | undefined;
  /** How long a request may take before it fails with MEDIA_UNAVAILABLE. */
  readonly timeoutMs?: number;
}

interface Waiting {
  readonly line: string;
  readonly done: (result: unknown) => void;
  readonly failed: (error: MediaError) => void;
  readonly timer: NodeJS.Timeout;
  isSent: boolean;
}

/** Of `hello`; requests have ids from 1 on, and `closeAll` of a new connection has 0. */
const helloId = -1;
const firstRetryMs = 50;
const lastRetryMs = 1000;

/**
 * Media served by the media process. Connects by itself and again whenever the process goes away, which is told as the
 * fact `lost`. A request made meanwhile waits for the connection; all fail with MEDIA_UNAVAILABLE after five seconds.
 */
export class MediaClient implements Media {
  readonly #options: MediaClientOptions;
  readonly #listeners = new Set<(fact: MediaFact) => void>();
  readonly #waiting = new Map<number, Waiting>();
  readonly #files: HostedFiles | undefined;
  #socket: Socket | undefined;
  #isConnected = false;
  #wasLost = false;
  #isStopped = false;
  #isOutlived = false;
  #retryMs = firstRetryMs;
  #retry: NodeJS.Timeout | undefined;
  #lastId = 0;

  constructor(options: MediaClientOptions) {
    this.#options = options;
    this.#files =
      options.files &&
      new HostedFiles(options.files, {
        ask: (...given) => this.#ask(...given),
        log: options.log,
        tell: (fact) => this.#tell(fact),
      });
    this.#connect();
  }

  openEndpoint(request: OpenEndpoint): Promise<EndpointSdp> {
    const { codecs, beside: _, ...rest } = request;
    return this.#ask('openEndpoint', { ...rest, ...(codecs !== undefined && { codecs: [...codecs] }) });
  }

  acceptAnswer(endpointId: string, sdp: string): Promise<{ codec: Codec }> {
    return this.#ask('acceptAnswer', { endpointId, sdp });
  }

  answerReoffer(endpointId: string, offer: string): Promise<EndpointSdp & { farDirection: Direction }> {
    return this.#ask('answerReoffer', { endpointId, sdp: offer });
  }

  reoffer(endpointId: string, direction: Direction): Promise<EndpointSdp> {
    return this.#ask('reoffer', { endpointId, direction });
  }

  async bridge(a: string, b: string): Promise<void> {
    await this.#ask('bridge', { a, b });
  }

  async unbridge(endpointId: string): Promise<void> {
    await this.#ask('unbridge', { endpointId });
  }

  async hold(endpointId: string, held: boolean): Promise<void> {
    await this.#ask('hold', { endpointId, held });
  }

  async echo(endpointId: string, on: boolean): Promise<void> {
    await this.#ask('echo', { endpointId, on });
  }

  async confer(
    endpointIds: readonly string[],
    { listeners = [], keepsKeys = false }: ConferenceHow = {},
  ): Promise<void> {
    await this.#ask('confer', { endpointIds: [...endpointIds], listeners: [...listeners], keepsKeys });
  }

  async attach(guestId: string, { pair, heardBy }: GuestVisit): Promise<void> {
    await this.#ask('attach', { guestId, pair: [...pair], heardBy: [...heardBy] });
  }

  async detach(guestId: string): Promise<void> {
    await this.#ask('detach', { guestId });
  }

  async play(endpointId: string, sound: Sound | null): Promise<void> {
    this.#files?.sounds.superseded(endpointId);
    const isFile = sound !== null && typeof sound !== 'string';
    if (isFile && this.#files?.isShared === false) await this.#files.play(endpointId, sound);
    else await this.#ask('play', { endpointId, sound });
  }

  async startStream(endpointId: string, stream: StreamOrder): Promise<void> {
    await this.#ask('startStream', { endpointId, ...stream });
  }

  async stopStream(endpointId: string): Promise<void> {
    await this.#ask('stopStream', { endpointId });
  }

  async startRecording(endpointId: string, recording: RecordingOrder): Promise<void> {
    if (this.#files?.isShared === false) await this.#files.startRecording(endpointId, recording);
    else await this.#ask('startRecording', { endpointId, ...recording });
  }

  async pauseRecording(endpointId: string, recordingId: string, paused: boolean): Promise<void> {
    await this.#ask('pauseRecording', { endpointId, recordingId, paused });
  }

  async stopRecording(endpointId: string, recordingId: string): Promise<void> {
    await this.#ask('stopRecording', { endpointId, recordingId });
  }

  async moveRecording(fromEndpointId: string, toEndpointId: string): Promise<void> {
    await this.#ask('moveRecording', { from: fromEndpointId, to: toEndpointId });
  }

  /** Whether the process is there. */
  get isConnected(): boolean {
    return this.#isConnected;
  }

  /** Whether a file that was recorded to this path lies at the media process, or may, and comes once that is there. */
  isComing(path: string): boolean {
    return this.#files?.isComing(path) ?? false;
  }

  /** Every endpoint of this owner. */
  async list(): Promise<readonly string[]> {
    return (await this.#ask('list', {})).endpointIds;
  }

  figures(): Promise<MediaFigures> {
    return this.#ask('figures', {});
  }

  async adopt(endpointIds: readonly string[]): Promise<readonly string[]> {
    return (await this.#ask('adopt', { endpointIds: [...endpointIds] })).alive;
  }

  async sendDtmf(endpointId: string, digits: string): Promise<void> {
    await this.#ask('sendDtmf', { endpointId, digits });
  }

  /** Rejects while the media process does not answer. Any reply will do, and that an endpoint is unknown is the cheapest. */
  async answers(): Promise<void> {
    try {
      await this.stats('none');
    } catch (error) {
      if (!(error instanceof MediaError && error.code === 'NO_SUCH_ENDPOINT')) throw error;
    }
  }

  stats(endpointId: string): Promise<EndpointStats> {
    return this.#ask('stats', { endpointId });
  }

  async close(endpointId: string): Promise<void> {
    await this.#ask('close', { endpointId });
  }

  async closeAll(): Promise<void> {
    await this.#ask('closeAll', {});
  }

  onFact(listener: (fact: MediaFact) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Disconnects for good; what still waits fails. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#retry);
    this.#files?.disconnected();
    this.#failAll('MEDIA_UNAVAILABLE', 'the client was stopped', () => true);
    this.#socket?.destroy();
  }

  #ask<M extends Method>(method: M, params: Params<M>, timeoutMs = this.#options.timeoutMs): Promise<Result<M>> {
    if (this.#isOutlived) return Promise.reject(new MediaError('OUTLIVED', 'another carrier took over'));
    if (this.#isStopped) return Promise.reject(unavailable('the client was stopped'));
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(id);
        reject(unavailable(`no reply to ${method}`));
      }, timeoutMs ?? 5000);
      const waiting: Waiting = {
        line: `${JSON.stringify({ id, method, params })}\n`,
        done: (result) => {
          const parsed = results[method].safeParse(result);
          if (parsed.success) resolve(parsed.data as Result<M>);
          else reject(new MediaError('INTERNAL', `unreadable reply to ${method}`, { cause: parsed.error }));
        },
        failed: reject,
        timer,
        isSent: false,
      };
      this.#waiting.set(id, waiting);
      if (this.#isConnected) this.#send(waiting);
    });
  }

  #connect(): void {
    const socket = connect(this.#options.socketPath);
    this.#socket = socket;
    socket.setEncoding('utf8');
    const read = lineReader((line) => this.#hear(line), 10_000_000);
    socket.on('connect', () => this.#connected());
    socket.on('data', (chunk: string) => {
      try {
        read(chunk);
      } catch (error) {
        socket.destroy(error as Error);
      }
    });
    // Expected while the media process starts or restarts; `close` follows and tries again.
    socket.on('error', (error) => this.#options.log?.debug({ err: error }, 'media: connecting failed'));
    socket.on('close', () => this.#disconnected());
  }

  #connected(): void {
    this.#isConnected = true;
    this.#retryMs = firstRetryMs;
    this.#options.log?.info('media: connected');
    const { node, epoch } = this.#options.owner;
    this.#socket?.write(`${JSON.stringify({ id: helloId, method: 'hello', params: { node, epoch } })}\n`);
    // We told everyone that their endpoints are gone, so nothing may be left over even if the process lived on.
    if (this.#wasLost) this.#socket?.write(`${JSON.stringify({ id: 0, method: 'closeAll', params: {} })}\n`);
    for (const waiting of this.#waiting.values()) if (!waiting.isSent) this.#send(waiting);
  }

  #disconnected(): void {
    const wasConnected = this.#isConnected;
    this.#isConnected = false;
    this.#files?.disconnected();
    if (this.#isStopped) return;
    if (wasConnected) {
      this.#wasLost = true;
      this.#failAll('MEDIA_UNAVAILABLE', 'the media process went away', (waiting) => waiting.isSent);
      this.#options.log?.warn('media: connection lost');
      this.#tell({ type: 'lost' });
    }
    this.#retry = setTimeout(() => this.#connect(), this.#retryMs);
    this.#retryMs = Math.min(this.#retryMs * 2, lastRetryMs);
  }

  #send(waiting: Waiting): void {
    waiting.isSent = true;
    this.#socket?.write(waiting.line);
  }

  #hear(line: string): void {
    const heard = reply.parse(JSON.parse(line));
    if ('fact' in heard) {
      this.#hearFact(heard.fact);
      return;
    }
    if ('outlived' in heard || ('error' in heard && heard.error.code === 'OUTLIVED')) {
      this.#outlived();
      return;
    }
    if (heard.id === helloId && 'result' in heard) this.#files?.welcomed(results.hello.parse(heard.result).files);
    if (heard.id <= 0 && 'error' in heard) this.#options.log?.error({ why: heard.error.message }, 'media: refused');
    const waiting = this.#waiting.get(heard.id);
    if (waiting === undefined) return; // timed out before
    this.#waiting.delete(heard.id);
    clearTimeout(waiting.timer);
    if ('error' in heard) waiting.failed(new MediaError(heard.error.code, heard.error.message));
    else waiting.done(heard.result);
  }

  #hearFact(fact: MediaFact): void {
    const isEnd = fact.type === 'recorded' || fact.type === 'recordingFailed';
    if (isEnd && this.#files?.takes(fact)) return;
    this.#tell(fact);
  }

  /** In silence: no endpoint of ours is lost, they are another's now. */
  #outlived(): void {
    if (this.#isStopped) return;
    this.#options.log?.error(this.#options.owner, 'media: another carrier took over');
    this.#isStopped = true;
    this.#isOutlived = true;
    this.#isConnected = false;
    this.#files?.disconnected();
    this.#failAll('OUTLIVED', 'another carrier took over', () => true);
    this.#socket?.destroy();
    this.#options.onOutlived?.();
  }

  #tell(fact: MediaFact): void {
    for (const listener of this.#listeners) {
      try {
        listener(fact);
      } catch (error) {
        this.#options.log?.error({ err: error, fact: fact.type }, 'media: handling an event failed');
      }
    }
  }

  #failAll(code: MediaErrorCode, why: string, which: (waiting: Waiting) => boolean): void {
    for (const [id, waiting] of this.#waiting) {
      if (!which(waiting)) continue;
      this.#waiting.delete(id);
      clearTimeout(waiting.timer);
      waiting.failed(new MediaError(code, why));
    }
  }
}

const unavailable = (why: string): MediaError => new MediaError('MEDIA_UNAVAILABLE', why);
