import { isIP } from 'node:net';
import { voiceLimits } from '@sidetone/contract/entities/assistant-voice.ts';
import { z } from 'zod';
import { fileRequests, fileResults, recordingPlace, soundContent } from './hosted/file-protocol.ts';
import { srtpSuites } from './sdes.ts';

/*
 * What travels over the media process's Unix socket: one JSON object a line. The signalling side says `hello` first,
 * sends requests `{id, method, params}` and hears `{id, result}` or `{id, error}`. Facts come as `{fact}` to the owner of
 * the endpoint; `{outlived}` comes once another connection has said hello for the same node with a higher epoch, `{leaving}` once no call should begin
 * there any longer. On another machine the same is said by TLS (`process/far-door.ts`), with a `ping` now and then.
 */

/** More than any conference room has. */
const mostConferring = 100;
const codec = z.enum(['opus', 'G722', 'PCMU', 'PCMA']);
const direction = z.enum(['sendrecv', 'sendonly', 'recvonly', 'inactive']);
const endpointId = z.string().min(1).max(200);
const sdp = z.string().max(65_536);
const onlyEndpoint = z.object({ endpointId });
const epoch = z.number().int().nonnegative();
/** How many facts a connection has brought. */
const heard = z.number().int().nonnegative();
const sound = z.union([
  z.enum(['ringback', 'busy', 'congestion', 'confirmation']),
  z.object({
    file: z.string().min(1).max(1000),
    loop: z.boolean(),
    /** For a media process with a folder of its own, where the path means nothing. */
    content: soundContent.exactOptional(),
  }),
]);
const recordingId = z.string().min(1).max(200);
const streamId = z.string().min(1).max(200);
const sid = z.string().min(1).max(100);
/** Names and values that a stream hands on. */
const pairs = z
  .record(z.string().min(1).max(200), z.string().max(2000))
  .refine((record) => Object.keys(record).length <= 50, 'too many');

/** Parameters of every request. */
export const requests = {
  /**
   * `again`, of carriers elsewhere, which say by pings how much they hear: the connection that this one had before, if any, is over,
   * whether or not anybody has noticed, and has brought so many facts.
   */
  hello: z.object({ node: z.string().min(1).max(100), epoch, again: z.object({ heard }).optional() }),
  ping: z.object({ heard }),
  openEndpoint: z.object({
    endpointId,
    kind: z.enum(['webrtc', 'rtp']),
    offer: sdp.optional(),
    codecs: z.array(codec).min(1).max(codec.options.length).optional(),
    farAddress: z.string().max(100).optional(),
    emergency: z.literal(true).optional(),
    far: z.enum(['device', 'trunk']).optional(),
    srtp: z.enum(['off', 'offer', 'require']).optional(),
  }),
  acceptAnswer: z.object({ endpointId, sdp }),
  answerReoffer: z.object({ endpointId, sdp }),
  reoffer: z.object({ endpointId, direction }),
  bridge: z.object({ a: endpointId, b: endpointId }),
  unbridge: onlyEndpoint,
  startStream: z.object({
    endpointId,
    streamId,
    url: z.url({ protocol: /^wss?$/ }).max(2000),
    addresses: z
      .array(z.string().refine((text) => isIP(text) !== 0, 'not a numeric address'))
      .min(1)
      .max(voiceLimits.addresses)
      .readonly(),
    headers: pairs,
    accountSid: sid,
    callSid: sid,
    parameters: pairs,
  }),
  stopStream: onlyEndpoint,
  hold: z.object({ endpointId, held: z.boolean() }),
  echo: z.object({ endpointId, on: z.boolean() }),
  confer: z.object({
    endpointIds: z.array(endpointId).min(2).max(mostConferring),
    listeners: z.array(endpointId).max(mostConferring).default([]),
    keepsKeys: z.boolean().default(false),
  }),
  attach: z.object({
    guestId: endpointId,
    pair: z.tuple([endpointId, endpointId]),
    heardBy: z.array(endpointId).max(2),
  }),
  detach: z.object({ guestId: endpointId }),
  play: z.object({ endpointId, sound: sound.nullable() }),
  startRecording: z.object({
    endpointId,
    recordingId,
    path: z.string().min(1).max(1000),
    /** For a media process with a folder of its own. */
    place: recordingPlace.exactOptional(),
    speakers: z
      .array(z.enum(['USER', 'REMOTE']))
      .readonly()
      .optional(),
  }),
  pauseRecording: z.object({ endpointId, recordingId, paused: z.boolean() }),
  stopRecording: z.object({ endpointId, recordingId }),
  moveRecording: z.object({ from: endpointId, to: endpointId }),
  list: z.object({}),
  adopt: z.object({ endpointIds: z.array(endpointId).max(10_000) }),
  sendDtmf: z.object({ endpointId, digits: z.string().regex(/^[0-9*#A-D]{1,256}$/) }),
  stats: onlyEndpoint,
  close: onlyEndpoint,
  closeAll: z.object({}),
  figures: z.object({}),
  ...fileRequests,
} as const;

export type Method = keyof typeof requests;
export type Params<M extends Method> = z.output<(typeof requests)[M]>;

const endpointSdp = z.object({ sdp: z.string(), codec: codec.exactOptional() });
const nothing = z.object({});
const count = z.number().nonnegative();

/** Result of every request. */
export const results = {
  /** Whose disk the files are on that `play` and `startRecording` name: that of the carrier, or its own. */
  hello: z.object({ files: z.enum(['shared', 'own']).default('shared') }),
  ping: nothing,
  openEndpoint: endpointSdp,
  acceptAnswer: z.object({ codec }),
  answerReoffer: endpointSdp.extend({ farDirection: direction }),
  reoffer: endpointSdp,
  bridge: nothing,
  unbridge: nothing,
  startStream: nothing,
  stopStream: nothing,
  hold: nothing,
  echo: nothing,
  confer: nothing,
  attach: nothing,
  detach: nothing,
  play: nothing,
  startRecording: nothing,
  pauseRecording: nothing,
  stopRecording: nothing,
  moveRecording: nothing,
  list: z.object({ endpointIds: z.array(endpointId) }),
  adopt: z.object({ alive: z.array(endpointId) }),
  sendDtmf: nothing,
  stats: z.object({
    codec: codec.exactOptional(),
    packetsSent: count,
    packetsReceived: count,
    bytesSent: count,
    bytesReceived: count,
    lostIn: count,
    lostOut: count,
    jitterIn: count,
    jitterOut: count.exactOptional(),
    levelIn: count,
    levelOut: count,
    roundTrip: count.exactOptional(),
    srtp: z.object({ suite: z.enum(srtpSuites), sent: count, received: count, rejected: count }).exactOptional(),
    strangers: z.object({ packets: count, first: z.string() }).exactOptional(),
  }),
  close: nothing,
  closeAll: nothing,
  figures: z.object({ endpoints: count, portsTaken: count, cpuSeconds: count, loopLagSeconds: count }),
  ...fileResults,
} as const satisfies Record<Method, z.ZodType>;

export type Result<M extends Method> = z.output<(typeof results)[M]>;

/** The envelope of a request; `params` are checked against the method's own schema. */
export const envelope = z.object({
  id: z.number().int(),
  method: z.enum(Object.keys(requests) as [Method, ...Method[]]),
  params: z.unknown(),
});

const errorCode = z.enum([
  'NO_SUCH_ENDPOINT',
  'NO_COMMON_CODEC',
  'BAD_SDP',
  'BAD_SOUND_FILE',
  'SOUND_WANTED',
  'CANNOT_RECORD',
  'NO_SUCH_RECORDING',
  'STREAM_REFUSED',
  'NO_FREE_PORT',
  'MEDIA_UNAVAILABLE',
  'OUTLIVED',
  'INTERNAL',
]);

/** A fact of the media process; `lost` is the client's own. */
const fact = z.discriminatedUnion('type', [
  z.object({ type: z.literal('connected'), endpointId }),
  z.object({ type: z.literal('failed'), endpointId, why: z.string() }),
  z.object({ type: z.literal('dtmf'), endpointId, digit: z.string(), durationMs: z.number() }),
  z.object({ type: z.literal('played'), endpointId }),
  z.object({ type: z.literal('recorded'), endpointId, recordingId, path: z.string(), durationMs: z.number() }),
  z.object({ type: z.literal('recordingFailed'), endpointId, recordingId, why: z.string() }),
  z.object({
    type: z.literal('streamEnded'),
    endpointId,
    streamId,
    end: z.enum(['closed', 'failed']),
    why: z.string(),
  }),
]);

/** What the media process sends: the reply to a request, a fact, that the carrier has been outlived, or that it will end itself. */
export const reply = z.union([
  z.object({ fact }),
  z.object({ leaving: z.literal(true) }),
  z.object({ outlived: z.object({ epoch }) }),
  z.object({ id: z.number().int(), error: z.object({ code: errorCode, message: z.string() }) }),
  z.object({ id: z.number().int(), result: z.unknown() }),
]);

/** Cuts a byte stream into lines; `onLine` hears each without its end. Throws RangeError past `maxLength`. */
export function lineReader(onLine: (line: string) => void, maxLength = 1_000_000): (chunk: string) => void {
  let rest = '';
  return (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > maxLength) throw new RangeError('a line is too long');
    for (const line of lines) if (line !== '') onLine(line);
  };
}
