import type { Logger } from 'pino';
import { MediaLine } from './far/media-line.ts';
import { type FarMachine, type MediaWay, unixWay } from './far/media-way.ts';
import { type Order, Orders } from './far/orders.ts';
import { repeatable } from './far/repeatable.ts';
import { HostedFiles, type HostedFilesOptions } from './hosted/hosted-files.ts';
import type {
  Codec,
  ConferenceHow,
  Direction,
  EndpointSdp,
  EndpointStats,
  GuestVisit,
  Media,
  MediaFact,
  MediaFigures,
  MediaOwner,
  OpenEndpoint,
  RecordingOrder,
  Sound,
  StreamOrder,
} from './media.ts';
import { MediaError } from './media.ts';
import { FactListeners } from './pool/fact-listeners.ts';
import type { Method, Params, Result } from './protocol.ts';
import { reply, results } from './protocol.ts';

export type MediaClientOptions = HowToServe &
  ({ /** The media process's Unix socket. */ readonly socketPath: string } | { readonly way: MediaWay });

interface HowToServe {
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

/** Orders have ids from 1 on, and `closeAll` of a new connection has 0. */
const helloId = -1;
/**
 * Media served by a media process. Connects by itself and again whenever the process goes away, which is told as the
 * fact `lost`. One on another machine is given a few seconds: a network that comes back, and a process that is still there,
 * cost no call. A request made before that waits for the connection; all fail with MEDIA_UNAVAILABLE after five seconds.
 */
export class MediaClient implements Media {
  readonly #options: MediaClientOptions;
  readonly #listeners: FactListeners;
  readonly #orders = new Orders();
  readonly #line: MediaLine;
  /** What is open there, as far as we know. */
  #endpoints = new Set<string>();
  /** What else is there is nobody's, and closed. */
  #knowsAll = false;
  readonly #files: HostedFiles | undefined;
  #isConnected = false;
  #isLeaving = false;
  #wasLost = false;
  #isStopped = false;
  #isOutlived = false;
  /** Facts that this connection has brought. */
  #facts = 0;

  constructor(options: MediaClientOptions) {
    this.#options = options;
    this.#listeners = new FactListeners(options.log);
    this.#files =
      options.files &&
      new HostedFiles(options.files, {
        ask: (...given) => this.#ask(...given),
        log: options.log,
        tell: (fact) => this.#listeners.tell(fact),
      });
    const way = 'way' in options ? options.way : unixWay(options.socketPath);
    this.#line = new MediaLine(way, options.log, {
      opened: () => this.#opened(),
      heard: (line) => this.#hear(line),
      closed: () => this.#closed(),
      gone: () => this.#gone(),
      ping: () => `${JSON.stringify({ id: 0, method: 'ping', params: { heard: this.#facts } })}\n`,
    });
  }

  async openEndpoint(request: OpenEndpoint): Promise<EndpointSdp> {
    const { codecs, beside: _, ...rest } = request;
    const opened = await this.#ask('openEndpoint', { ...rest, ...(codecs !== undefined && { codecs: [...codecs] }) });
    this.#endpoints.add(request.endpointId);
    this.#knowsAll = true;
    return opened;
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

  /** Whether it is about to end, so that no call should begin there. */
  get isLeaving(): boolean {
    return this.#isLeaving;
  }

  /** The machine that it is on; undefined for ours. */
  get far(): FarMachine | undefined {
    return this.#line.far;
  }

  /** Its address, while it is connected; undefined for ours. */
  get address(): string | undefined {
    return this.#line.address;
  }

  /** Whether a file that was recorded to this path lies at the media process, or may, and comes once that is there. */
  isComing(path: string): boolean {
    return this.#files?.isComing(path) ?? false;
  }

  /** Every endpoint of this owner. */
  async list(): Promise<readonly string[]> {
    try {
      return (await this.#ask('list', {})).endpointIds;
    } catch (error) {
      // Who asked goes on without what is there.
      this.#knowsAll = true;
      throw error;
    }
  }

  figures(): Promise<MediaFigures> {
    return this.#ask('figures', {});
  }

  async adopt(endpointIds: readonly string[]): Promise<readonly string[]> {
    this.#knowsAll = true;
    this.#endpoints = new Set(endpointIds);
    const { alive } = await this.#ask('adopt', { endpointIds: [...endpointIds] });
    for (const endpointId of endpointIds) if (!alive.includes(endpointId)) this.#endpoints.delete(endpointId);
    return alive;
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
    this.#endpoints.delete(endpointId);
    await this.#ask('close', { endpointId });
    // Where it was still being opened.
    this.#endpoints.delete(endpointId);
  }

  async closeAll(): Promise<void> {
    this.#knowsAll = true;
    this.#endpoints.clear();
    await this.#ask('closeAll', {});
  }

  onFact(listener: (fact: MediaFact) => void): () => void {
    return this.#listeners.add(listener);
  }

  /** Disconnects for good; what still waits fails. */
  stop(): void {
    this.#isStopped = true;
    this.#files?.disconnected();
    this.#orders.fail('MEDIA_UNAVAILABLE', 'the client was stopped');
    this.#line.end();
  }

  #ask<M extends Method>(method: M, params: Params<M>, timeoutMs = this.#options.timeoutMs): Promise<Result<M>> {
    if (this.#isOutlived) return Promise.reject(new MediaError('OUTLIVED', 'another carrier took over'));
    if (this.#isStopped) return Promise.reject(unavailable('the client was stopped'));
    if (this.#line.isGone) return Promise.reject(unavailable('the media process is gone'));
    const { order, answered } = this.#order(
      method,
      params,
      this.far !== undefined && repeatable.has(method),
      timeoutMs,
    );
    if (this.#isConnected) this.#send(order);
    return answered;
  }

  #order<M extends Method>(method: M, params: Params<M>, isRepeatable: boolean, timeoutMs = this.#options.timeoutMs) {
    return this.#orders.take(method, params, { timeoutMs: timeoutMs ?? 5000, isRepeatable });
  }

  #opened(): void {
    const { node, epoch } = this.#options.owner;
    this.#isLeaving = false;
    if (this.far) {
      this.#greet().catch((error: unknown) => {
        this.#options.log?.debug({ err: error }, 'media: connection not taken up');
        this.#line.reset();
      });
      return;
    }
    this.#line.send(`${JSON.stringify({ id: helloId, method: 'hello', params: { node, epoch } })}\n`);
    // We told everyone that their endpoints are gone, so nothing may be left over even if the process lived on.
    if (this.#wasLost) this.#line.send(`${JSON.stringify({ id: 0, method: 'closeAll', params: {} })}\n`);
    this.#isReady();
  }

  /** Says hello, and takes up again what was there before the connection was lost. Rejects where that is not taken. */
  async #greet(): Promise<void> {
    const { node, epoch } = this.#options.owner;
    const hello = this.#order('hello', { node, epoch, again: { heard: this.#facts } }, false);
    this.#facts = 0;
    this.#send(hello.order);
    const endpointIds = [...this.#endpoints];
    const adopt = this.#knowsAll ? this.#order('adopt', { endpointIds }, false) : undefined;
    if (adopt) this.#send(adopt.order);
    const [{ files }, adopted] = await Promise.all([hello.answered, adopt?.answered]);
    this.#files?.welcomed(files);
    this.#isReady();
    if (adopted === undefined) return;
    const missing = endpointIds.filter((endpointId) => !adopted.alive.includes(endpointId));
    if (missing.length > 0) this.#lose(missing);
  }

  #isReady(): void {
    this.#isConnected = true;
    this.#options.log?.info(this.far, 'media: connected');
    for (const order of this.#orders.all) if (!order.isSent) this.#send(order);
  }

  #closed(): void {
    const wasConnected = this.#isConnected;
    this.#isConnected = false;
    this.#files?.disconnected();
    this.#orders.fail('MEDIA_UNAVAILABLE', 'the media process went away', (each) => each.isSent && !each.isRepeatable);
    for (const order of this.#orders.all) order.isSent = false;
    if (wasConnected) this.#options.log?.warn(this.far, 'media: connection lost');
    // One that has said so ends on purpose.
    if (this.#isLeaving) this.#line.giveUp();
  }

  /** It does not come back in time. */
  #gone(): void {
    this.#wasLost = true;
    if (this.far === undefined) {
      this.#listeners.tell({ type: 'lost' });
      return;
    }
    this.#orders.fail('MEDIA_UNAVAILABLE', 'the media process is gone');
    this.#lose([...this.#endpoints]);
  }

  #lose(endpointIds: readonly string[]): void {
    for (const endpointId of endpointIds) this.#endpoints.delete(endpointId);
    this.#options.log?.warn({ ...this.far, mediaEndpoints: endpointIds.length }, 'media: endpoints lost');
    this.#listeners.tell({ type: 'lost', endpointIds: new Set(endpointIds) });
  }

  #send(order: Order): void {
    order.isSent = true;
    this.#line.send(order.line);
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
    if ('leaving' in heard) this.#isLeaving = true;
    if (!('id' in heard)) return;
    if (heard.id === helloId && 'result' in heard) this.#files?.welcomed(results.hello.parse(heard.result).files);
    if (heard.id <= 0 && 'error' in heard) this.#options.log?.error({ why: heard.error.message }, 'media: refused');
    this.#orders.answer(heard);
  }

  #hearFact(fact: MediaFact): void {
    this.#facts += 1;
    const isEnd = fact.type === 'recorded' || fact.type === 'recordingFailed';
    if (isEnd && this.#files?.takes(fact)) return;
    this.#listeners.tell(fact);
  }

  /** In silence: no endpoint of ours is lost, they are another's now. */
  #outlived(): void {
    if (this.#isStopped) return;
    this.#options.log?.error(this.#options.owner, 'media: another carrier took over');
    this.#isStopped = true;
    this.#isOutlived = true;
    this.#isConnected = false;
    this.#files?.disconnected();
    this.#orders.fail('OUTLIVED', 'another carrier took over');
    this.#line.end();
    this.#options.onOutlived?.();
  }
}

const unavailable = (why: string): MediaError => new MediaError('MEDIA_UNAVAILABLE', why);
