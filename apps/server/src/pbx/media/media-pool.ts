import type { Logger } from 'pino';
import type {
  Codec,
  ConferenceHow,
  Direction,
  EndpointSdp,
  EndpointStats,
  GuestVisit,
  Media,
  MediaFact,
  OpenEndpoint,
  RecordingOrder,
  Sound,
  StreamOrder,
} from './media.ts';
import { MediaError } from './media.ts';
import type { MediaClient } from './media-client.ts';
import { FactListeners } from './pool/fact-listeners.ts';
import { Joins } from './pool/joins.ts';
import type { Part } from './pool/part.ts';
import { isOfStandIn } from './pool/stand-ins.ts';

interface NamedClient {
  readonly name: string;
  readonly client: MediaClient;
}

/**
 * Media served by several media processes, of this machine or of others. A call stays in one of them: its endpoints are opened
 * beside each other. Those of different calls that are joined later, in a conference or by a transfer, are tied by RTP, which
 * between machines is encrypted. A media process that dies takes with it what was in it, and nothing else.
 */
export class MediaPool implements Media {
  readonly #parts: readonly Part[];
  readonly #joins: Joins;
  readonly #listeners: FactListeners;
  readonly #log: Logger | undefined;

  constructor(clients: readonly NamedClient[], log?: Logger) {
    this.#parts = clients.map(({ name, client }) => ({ name, client, endpoints: new Set<string>() }));
    this.#joins = new Joins(this.#parts, log);
    this.#listeners = new FactListeners(log);
    this.#log = log;
    for (const part of this.#parts) part.client.onFact((fact) => this.#hear(part, fact));
  }

  /** Endpoints that are joined with others of another media process. */
  get tied(): number {
    return this.#joins.standIns;
  }

  async openEndpoint(request: OpenEndpoint): Promise<EndpointSdp> {
    const { endpointId, beside = [] } = request;
    const part = this.#placeFor(beside);
    if (this.#joins.find(endpointId)) {
      throw new MediaError('INTERNAL', `endpoint ${endpointId} is open already`);
    }
    // Counted before it is open, so that many at the same moment are spread and find each other.
    part.endpoints.add(endpointId);
    try {
      const opened = await part.client.openEndpoint(request);
      this.#joins.speaks(endpointId, opened.codec);
      return opened;
    } catch (error) {
      this.#joins.forget(endpointId);
      throw error;
    }
  }

  async acceptAnswer(endpointId: string, sdp: string): Promise<{ codec: Codec }> {
    const accepted = await this.#at(endpointId).acceptAnswer(endpointId, sdp);
    this.#joins.speaks(endpointId, accepted.codec);
    return accepted;
  }

  async answerReoffer(endpointId: string, offer: string): Promise<EndpointSdp & { farDirection: Direction }> {
    const answered = await this.#at(endpointId).answerReoffer(endpointId, offer);
    this.#joins.speaks(endpointId, answered.codec);
    return answered;
  }

  async reoffer(endpointId: string, direction: Direction): Promise<EndpointSdp> {
    return await this.#at(endpointId).reoffer(endpointId, direction);
  }

  bridge(a: string, b: string): Promise<void> {
    return this.#joins.bridge(a, b);
  }

  unbridge(endpointId: string): Promise<void> {
    return this.#joins.unbridge(endpointId);
  }

  confer(endpointIds: readonly string[], how: ConferenceHow = {}): Promise<void> {
    return this.#joins.confer(endpointIds, how);
  }

  attach(guestId: string, visit: GuestVisit): Promise<void> {
    return this.#joins.attach(guestId, visit);
  }

  detach(guestId: string): Promise<void> {
    return this.#joins.detach(guestId);
  }

  async hold(endpointId: string, held: boolean): Promise<void> {
    await this.#at(endpointId).hold(endpointId, held);
  }

  async echo(endpointId: string, on: boolean): Promise<void> {
    await this.#at(endpointId).echo(endpointId, on);
  }

  async play(endpointId: string, sound: Sound | null): Promise<void> {
    await this.#at(endpointId).play(endpointId, sound);
  }

  startStream(endpointId: string, stream: StreamOrder): Promise<void> {
    return this.#joins.startStream(endpointId, ({ client }) => client.startStream(endpointId, stream));
  }

  async stopStream(endpointId: string): Promise<void> {
    await this.#joins.find(endpointId)?.client.stopStream(endpointId);
  }

  async startRecording(endpointId: string, recording: RecordingOrder): Promise<void> {
    await this.#at(endpointId).startRecording(endpointId, recording);
  }

  async pauseRecording(endpointId: string, recordingId: string, paused: boolean): Promise<void> {
    await this.#at(endpointId).pauseRecording(endpointId, recordingId, paused);
  }

  async stopRecording(endpointId: string, recordingId: string): Promise<void> {
    await this.#at(endpointId).stopRecording(endpointId, recordingId);
  }

  /** Within one media process; an endpoint that takes another's place is opened beside it. */
  async moveRecording(fromEndpointId: string, toEndpointId: string): Promise<void> {
    const client = this.#at(fromEndpointId);
    if (client !== this.#at(toEndpointId)) throw new MediaError('CANNOT_RECORD', 'a file stays in its media process');
    await client.moveRecording(fromEndpointId, toEndpointId);
  }

  async adopt(endpointIds: readonly string[]): Promise<readonly string[]> {
    const there = await this.#ask(async (part) => ({ part, endpointIds: await part.client.list() }));
    const known = new Map(there.map((each) => [each.part, each.endpointIds]));
    const kept = this.#joins.takeUp(known, new Set(endpointIds));
    const alive = await Promise.all([...kept].map(([part, ids]) => part.client.adopt(ids)));
    return alive.flat().filter((endpointId) => !isOfStandIn(endpointId));
  }

  async sendDtmf(endpointId: string, digits: string): Promise<void> {
    await this.#at(endpointId).sendDtmf(endpointId, digits);
  }

  async stats(endpointId: string): Promise<EndpointStats> {
    return await this.#at(endpointId).stats(endpointId);
  }

  close(endpointId: string): Promise<void> {
    return this.#joins.close(endpointId);
  }

  async closeAll(): Promise<void> {
    this.#joins.forgetAll();
    await this.#ask(({ client }) => client.closeAll());
  }

  onFact(listener: (fact: MediaFact) => void): () => void {
    return this.#listeners.add(listener);
  }

  #at(endpointId: string): MediaClient {
    return this.#joins.home(endpointId).client;
  }

  /** Beside the first of these that is anywhere, else where the fewest are of those that are there. */
  #placeFor(beside: readonly string[]): Part {
    for (const endpointId of beside) {
      const part = this.#joins.find(endpointId);
      if (part) return part;
    }
    const present = this.#parts.filter(({ client }) => client.isConnected);
    const staying = present.filter(({ client }) => !client.isLeaving);
    const [first, ...others] = [staying, present, this.#parts].find((some) => some.length > 0) ?? [];
    if (first === undefined) throw new MediaError('MEDIA_UNAVAILABLE', 'there is no media process');
    return others.reduce((best, part) => (part.endpoints.size < best.endpoints.size ? part : best), first);
  }

  /** Asks all of them; one that does not answer has nothing to say. Rejects when none does. */
  async #ask<T>(ask: (part: Part) => Promise<T>): Promise<T[]> {
    const answers = await Promise.allSettled(this.#parts.map(ask));
    const failed = answers.filter((answer) => answer.status === 'rejected');
    if (failed.length === answers.length) throw failed[0]?.reason;
    for (const { reason } of failed) this.#log?.warn({ err: reason }, 'media: a process does not answer');
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
  }

  #hear(part: Part, fact: MediaFact): void {
    if (fact.type === 'lost') this.#listeners.tell({ type: 'lost', endpointIds: this.#joins.lost(part, fact) });
    else if (!isOfStandIn(fact.endpointId)) this.#listeners.tell(fact);
  }
}
