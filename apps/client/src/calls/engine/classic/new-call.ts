import { createClassicCall } from './call/classic-call.ts';
import type { CallFacts, ClassicCall, ClassicCallParts } from './call/classic-call-parts.ts';
import { openPeer, type Peer, type PeerEars } from './call/peer.ts';
import type { ClassicEngineState } from './engine-state.ts';
import { openFor } from './open-for.ts';

type Inherited = NonNullable<ClassicCallParts['inherited']>;

/** A call of this engine, which runs from now on. `inherited`: in the leg of another one. */
export function newCall(engine: ClassicEngineState, facts: CallFacts, inherited?: Inherited): ClassicCall {
  const { server, clock, log, instanceId, openMicrophone } = engine.parts;
  const call: ClassicCall = createClassicCall({
    facts,
    ...(inherited && { inherited }),
    succeed: (before, next, leg) => succeed(engine, before, next, leg),
    server,
    clock,
    log,
    clientId: instanceId,
    openMicrophone: () => openFor(openMicrophone),
    openPeer: (sipCallId, microphone, ears) => openAudio(engine, call, sipCallId, microphone, ears),
    onEnd: (ended) => forget(engine, ended),
  });
  engine.running.add(call);
  return call;
}

async function openAudio(
  engine: ClassicEngineState,
  call: ClassicCall,
  sipCallId: string,
  microphone: MediaStream,
  ears: PeerEars,
): Promise<Peer> {
  const { server, clock, log, instanceId, owned, connect = connectHere } = engine.parts;
  const device = freeDevice(instanceId, new Set(engine.devices.values()));
  engine.devices.set(call, device);
  owned.keep({ sipCallId, sessionId: call.sessionId });
  await engine.closing;
  const closePeer = (name: string) => closeAudio(engine, name);
  return openPeer({ server: { ...server, closePeer }, clock, log, connect }, device, sipCallId, microphone, ears);
}

const connectHere = (configuration: RTCConfiguration) => new RTCPeerConnection(configuration);

/** Closing comes before the next opening, or the server would close the new audio. */
function closeAudio(engine: ClassicEngineState, device: string): Promise<void> {
  const done = engine.parts.server.closePeer(device);
  engine.closing = Promise.allSettled([engine.closing, done]);
  return done;
}

/** TARGET continues in the leg, and with the audio, of INITIAL. */
function succeed(engine: ClassicEngineState, before: ClassicCall, facts: CallFacts, inherited: Inherited): ClassicCall {
  const { running, devices, parts } = engine;
  const device = devices.get(before);
  running.delete(before);
  devices.delete(before);
  const call = newCall(engine, facts, inherited);
  if (device !== undefined) devices.set(call, device);
  parts.owned.keep({ sipCallId: inherited.sipCallId, sessionId: facts.sessionId });
  return call;
}

function forget({ running, devices, over, parts, isHandingOver }: ClassicEngineState, call: ClassicCall) {
  running.delete(call);
  devices.delete(call);
  if (call.sipCallId === null) return;
  over.note(call.sipCallId);
  if (!isHandingOver) parts.owned.forget(call.sipCallId);
}

/** One name for the audio of this installation, and more of them only while calls run side by side. */
function freeDevice(instanceId: string, taken: ReadonlySet<string>): string {
  for (let at = 1; ; at += 1) {
    const name = at === 1 ? instanceId : `${instanceId}-${at}`;
    if (!taken.has(name)) return name;
  }
}
