import type { CallEngine, EngineListener } from '../call-engine.ts';
import { dial } from './dial.ts';
import {
  type ClassicEngineParts,
  type ClassicEngineState,
  forgetAll,
  lineState,
  newEngineState,
} from './engine-state.ts';
import { followRows } from './follow-rows.ts';
import { hearEngineEvent } from './hear-events.ts';

/**
 * The engine of the classic generation: the server calls on this client's behalf and tells by events, commands are
 * HTTP, and the audio is a WebRTC peer that the server offers. What an event would have told is read from the live
 * calls.
 */
export function createClassicEngine(parts: ClassicEngineParts): CallEngine {
  const engine = newEngineState(parts);
  return {
    start: async (on) => start(engine, on),
    dial: (request) => dial(engine, request),
    reconnect: () => parts.feed.hurry(),
    stop: async (how) => stop(engine, how),
  };
}

function start(engine: ClassicEngineState, on: EngineListener) {
  const { feed, ongoing } = engine.parts;
  if (engine.hear !== null) return;
  engine.hear = on;
  engine.hasResumed = false;
  engine.stops = [
    followLine(engine, on),
    feed.hear((event) => hearEngineEvent(engine, event)),
    ongoing.watch(() => followRows(engine)),
  ];
  on.line(lineState(engine.parts));
  followRows(engine);
}

/** Tells of the line, and has calls look for their audio once it is back. Returns the way to stop. */
function followLine(engine: ClassicEngineState, on: EngineListener): () => void {
  const { feed } = engine.parts;
  let wasOnline = feed.isOnline();
  return feed.watchOnline(() => {
    on.line(lineState(engine.parts));
    const isOnline = feed.isOnline();
    if (isOnline && !wasOnline) {
      for (const call of engine.running) call.networkBack();
      followRows(engine);
    }
    wasOnline = isOnline;
  });
}

function stop(engine: ClassicEngineState, how: 'end' | 'handOver' = 'end') {
  const { hear, stops } = engine;
  if (hear === null) return;
  engine.hear = null;
  engine.isHandingOver = how === 'handOver';
  engine.stops = [];
  for (const end of stops) end();
  for (const call of [...engine.running]) {
    if (how === 'end' && call.isOurs) call.hangUp();
    else call.leave();
  }
  forgetAll(engine);
  hear.line({ status: 'UNREGISTERED', reconnect: 'none' });
}
