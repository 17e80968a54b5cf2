import { pino } from 'pino';
import { beforeEach, describe, expect, test } from 'vitest';
import { FakeClock, settle } from '../../calls/testing/fake-clock.ts';
import { FakeMedia } from '../../media/fake-media.ts';
import type { CallSettings, Recordings } from '../../ports.ts';
import type { RecordedLeg, RecordingDesk } from './recording-desk.ts';
import { recordingDesk } from './recordings.ts';

/** Writes down what it is told; `failing` names what is not taken. */
class FakeRecordings implements Recordings {
  readonly lines: string[] = [];
  failing: 'opened' | 'consented' | 'finished' | null = null;
  opened = async ({ recordingId, mode }: { recordingId: string; mode: string }, asking: boolean) => {
    this.#note('opened', `opened ${recordingId} ${mode}${asking ? ' asking' : ''}`);
    return { path: `/recordings/${recordingId}.wav` };
  };
  consented = async (id: string, how: string) => this.#note('consented', `consented ${id} ${how}`);
  stateChanged = async (id: string, state: string) => this.#note('state', `${state} ${id}`);
  finished = async (id: string, durationMs: number) => this.#note('finished', `finished ${id} ${durationMs}`);
  failed = async (id: string, why: string) => this.#note('failed', `failed ${id}: ${why}`);
  #note(what: string, line: string): void {
    if (this.failing === what) throw new Error('the database is away');
    this.lines.push(line);
  }
}

let media: FakeMedia;
let clock: FakeClock;
let kept: FakeRecordings;
let desk: RecordingDesk;
let consent: CallSettings['recordingConsent'];
let others: string[];
let seen: string[];
let leg: RecordedLeg;
let count: number;

beforeEach(async () => {
  [media, clock, kept, consent, others, seen] = [
    new FakeMedia(),
    new FakeClock(),
    new FakeRecordings(),
    'none',
    ['ben'],
    [],
  ];
  count = 0;
  desk = newDesk();
  media.onFact((fact) => desk.mediaFact(fact));
  for (const endpointId of ['anna', 'ben', 'cleo']) await media.openEndpoint({ endpointId, kind: 'rtp' });
  leg = {
    legId: 'leg',
    mediaId: 'anna',
    userId: 'wanna',
    accountId: 's1',
    channelId: 'ca',
    docId: 'pbx-1',
    callId: 'c1',
    sessionId: '1',
    others: () => others,
  };
});

const newDesk = () => {
  const made = recordingDesk(
    kept,
    (way, locale) => ({ file: `/sounds/${way}.${locale}.wav`, loop: false }),
    () => `r${++count}`,
  )({
    media,
    clock,
    log: pino({ level: 'silent' }),
    callSettings: async () => ({ callWaiting: false, recordingConsent: consent, holdMusic: null, locale: 'de' }),
    changed: (legId) => void seen.push(made.stateOf(legId)?.state ?? 'none'),
  });
  return made;
};
const recorded = () => media.endpoints.get('anna')?.recording ?? null;
const heardBy = (endpointId: string) => media.endpoints.get(endpointId)?.sound ?? null;
const played = (endpointId: string) => media.tell({ type: 'played', endpointId });
const press = (endpointId: string, digit: string) => media.tell({ type: 'dtmf', endpointId, digit, durationMs: 100 });
/** Starts and gives a way to see what came of it. */
const starting = async () => {
  const start = { outcome: 'open' };
  desk.start(leg).then(
    ({ recordingId }) => Object.assign(start, { outcome: recordingId }),
    (error: { code: string }) => Object.assign(start, { outcome: error.code }),
  );
  await settle();
  return start;
};

test('a recording starts, stops, goes on under the same id, and ends when the leg leaves', async () => {
  expect(await desk.start(leg)).toEqual({ recordingId: 'r1' });
  const speakers = ['USER', 'REMOTE'];
  expect(recorded()).toEqual({ recordingId: 'r1', path: '/recordings/r1.wav', paused: false, speakers });
  await desk.change(leg, 'r1', 'stopped');
  expect(recorded()?.paused).toBe(true);
  expect(await desk.start(leg)).toEqual({ recordingId: 'r1' });
  expect(recorded()?.paused).toBe(false);
  desk.legLeft('leg');
  expect(desk.stateOf('leg')).toBeNull();
  await media.stopRecording('anna', 'r1');
  await settle();
  expect(kept.lines).toEqual(['opened r1 manual', 'recording r1', 'stopped r1', 'recording r1', 'finished r1 1000']);
  expect(seen).toEqual(['recording', 'stopped', 'recording']);
});

test('who is recorded and how it is kept is up to the user who starts it', async () => {
  await desk.start(leg, { speakers: ['REMOTE'], mode: 'automatic' });
  expect(recorded()).toMatchObject({ speakers: ['REMOTE'] });
  expect(kept.lines[0]).toBe('opened r1 automatic');
});

test('to start what runs already, or stop what is stopped, changes nothing', async () => {
  const both = await Promise.all([desk.start(leg), desk.start(leg)]);
  expect(both).toEqual([{ recordingId: 'r1' }, { recordingId: 'r1' }]);
  await Promise.all([desk.change(leg, 'r1', 'stopped'), desk.change(leg, null, 'stopped')]);
  expect(kept.lines).toEqual(['opened r1 manual', 'recording r1', 'stopped r1']);
});

test('after its leg left, the next leg has a recording of its own', async () => {
  await desk.start(leg);
  desk.legLeft('leg');
  expect(await desk.start({ ...leg, legId: 'another', mediaId: 'cleo' })).toEqual({ recordingId: 'r2' });
});

test('a recording that is not there cannot be changed, and stopping all of none is done', async () => {
  await expect(desk.change(leg, 'r9', 'stopped')).rejects.toMatchObject({ code: 'NO_SUCH_CALL' });
  await desk.change(leg, null, 'stopped');
  await desk.start(leg);
  await expect(desk.change(leg, 'r9', 'stopped')).rejects.toMatchObject({ code: 'NO_SUCH_CALL' });
});

describe('what fails leaves everything as it was', () => {
  test('a start that media refuses', async () => {
    media.endpoints.delete('anna');
    await expect(desk.start(leg)).rejects.toMatchObject({ code: 'MEDIA_FAILED' });
    expect(desk.stateOf('leg')).toBeNull();
    await settle();
    expect(kept.lines).toEqual(['opened r1 manual', 'failed r1: The recording could not be started.']);
  });

  test('a start that nobody can note', async () => {
    kept.failing = 'opened';
    await expect(desk.start(leg)).rejects.toMatchObject({ code: 'MEDIA_FAILED' });
    expect([recorded(), desk.stateOf('leg')]).toEqual([null, null]);
    kept.failing = null;
    expect(await desk.start(leg)).toEqual({ recordingId: 'r2' });
  });

  test('a stop, and a going on', async () => {
    await desk.start(leg);
    media.isUnavailable = true;
    await expect(desk.change(leg, 'r1', 'stopped')).rejects.toMatchObject({ code: 'MEDIA_FAILED' });
    expect(desk.stateOf('leg')?.state).toBe('recording');
    media.isUnavailable = false;
    await desk.change(leg, 'r1', 'stopped');
    media.isUnavailable = true;
    await expect(desk.start(leg)).rejects.toMatchObject({ code: 'MEDIA_FAILED' });
    expect(desk.stateOf('leg')?.state).toBe('stopped');
  });
});

test('a recording goes on with the leg that takes the place of its own, and asks nobody again', async () => {
  consent = 'announcement';
  await starting();
  played('ben');
  await settle();
  await desk.legReplaced(
    { legId: 'leg', mediaId: 'anna' },
    { legId: 'new-page', mediaId: 'cleo', others: () => others },
  );
  await media.openEndpoint({ endpointId: 'ben-again', kind: 'rtp' });
  desk.endpointReplaced('ben', 'ben-again');
  others = ['ben-again'];
  desk.legLeft('leg');
  desk.partiesChanged();
  expect([desk.stateOf('leg'), desk.stateOf('new-page')?.state]).toEqual([null, 'recording']);
  await desk.change({ ...leg, legId: 'new-page', mediaId: 'cleo' }, 'r1', 'stopped');
  expect(media.endpoints.get('cleo')?.recording).toMatchObject({ recordingId: 'r1', paused: true });
});

test('a recording outlives a restart of signalling: it is stopped and gone on with under its id', async () => {
  consent = 'announcement';
  await starting();
  expect(desk.memoryOf('leg')).toBeNull();
  played('ben');
  await settle();
  const memory = desk.memoryOf('leg');
  expect(memory).toEqual({ recordingId: 'r1', state: 'recording', way: 'announcement', agreed: ['ben'] });
  const next = newDesk();
  next.takeUp(leg, memory ?? expect.fail());
  expect(next.stateOf('leg')).toEqual({ id: 'r1', state: 'recording' });
  await next.change(leg, 'r1', 'stopped');
  expect(recorded()?.paused).toBe(true);
  await media.play('ben', null);
  expect(await next.start(leg)).toEqual({ recordingId: 'r1' });
  expect([recorded()?.paused, heardBy('ben')]).toEqual([false, null]);
});

test('a recording that breaks off is none any more, and is noted', async () => {
  await desk.start(leg);
  media.tell({ type: 'recordingFailed', endpointId: 'anna', recordingId: 'r1', why: 'the disk is full' });
  expect(desk.stateOf('leg')).toBeNull();
  expect(seen.at(-1)).toBe('none');
  await settle();
  expect(kept.lines.at(-1)).toBe('failed r1: the disk is full');
});

test('when media is lost, what its file holds is kept', async () => {
  await desk.start(leg);
  media.tell({ type: 'lost' });
  await settle();
  expect(kept.lines.at(-1)).toBe('finished r1 0');
});

test('the end of a recording is noted once the database is back, also of automatic ones', async () => {
  kept.failing = 'finished';
  media.tell({ type: 'recorded', endpointId: 'gone', recordingId: 'old', path: '/old.wav', durationMs: 7 });
  await clock.pass(60_000);
  kept.failing = null;
  await clock.pass(10_000);
  expect(kept.lines).toEqual(['finished old 7']);
});

describe('with an announcement', () => {
  beforeEach(() => {
    consent = 'announcement';
  });

  test('nothing is recorded before the other side has heard it, and that it did is kept', async () => {
    const start = await starting();
    expect(heardBy('ben')).toEqual({ file: '/sounds/announcement.de.wav', loop: false });
    expect([recorded(), desk.stateOf('leg')?.state, start.outcome]).toEqual([null, 'asking', 'open']);
    played('ben');
    await settle();
    expect([recorded()?.recordingId, start.outcome]).toEqual(['r1', 'r1']);
    expect(kept.lines).toEqual(['opened r1 manual asking', 'consented r1 announcement', 'recording r1']);
  });

  test('who heard it once does not hear it again when the recording goes on', async () => {
    await starting();
    played('ben');
    await settle();
    await desk.change(leg, 'r1', 'stopped');
    await media.play('ben', null);
    await desk.start(leg);
    expect(heardBy('ben')).toBeNull();
  });

  test('somebody who joins stops the recording until they have heard it', async () => {
    await starting();
    played('ben');
    await settle();
    others = ['ben', 'cleo'];
    desk.partiesChanged();
    await settle();
    expect([recorded()?.paused, heardBy('cleo')]).toMatchObject([true, { loop: false }]);
    played('cleo');
    await settle();
    expect(recorded()?.paused).toBe(false);
    expect(seen).toEqual(['asking', 'recording', 'stopped', 'asking', 'recording']);
  });

  test('that cannot be proved, nothing is recorded', async () => {
    kept.failing = 'consented';
    const start = await starting();
    played('ben');
    await settle();
    expect([recorded(), start.outcome, desk.stateOf('leg')]).toEqual([null, 'MEDIA_FAILED', null]);
  });
});

test('while the other side is asked the leg may be replaced, and the new one is recorded', async () => {
  consent = 'keypress';
  const start = await starting();
  await desk.legReplaced(
    { legId: 'leg', mediaId: 'anna' },
    { legId: 'new-page', mediaId: 'cleo', others: () => others },
  );
  press('ben', '1');
  await settle();
  expect(start.outcome).toBe('r1');
  expect(media.endpoints.get('cleo')?.recording?.recordingId).toBe('r1');
});

test('a leg that takes the place of another one keeps who agreed, also for what is recorded of it later', async () => {
  consent = 'keypress';
  await starting();
  press('ben', '1');
  await settle();
  const by = { legId: 'new-page', mediaId: 'cleo', others: () => others };
  await desk.legReplaced({ legId: 'leg', mediaId: 'anna' }, by);
  desk.legLeft('leg');
  media.tell({ type: 'recordingFailed', endpointId: 'cleo', recordingId: 'r1', why: 'disk full' });
  void desk.start({ ...leg, ...by });
  await settle();
  expect([heardBy('ben'), desk.stateOf('new-page')]).toEqual([null, { id: 'r2', state: 'recording' }]);
});

test('who was put on hold while being asked has not agreed, and is asked again once they are heard', async () => {
  consent = 'announcement';
  const start = await starting();
  others = [];
  await clock.pass(60_000);
  expect(start.outcome).toBe('r1');
  expect(kept.lines).toEqual(['opened r1 manual asking', 'recording r1']);
  others = ['ben'];
  desk.partiesChanged();
  await settle();
  expect([desk.stateOf('leg')?.state, recorded()?.paused]).toEqual(['asking', true]);
  played('ben');
  await settle();
  expect(kept.lines.slice(2)).toEqual(['stopped r1', 'consented r1 announcement', 'recording r1']);
});

test('what stopped for a supervisor goes on when they leave, and not where its user wants otherwise', async () => {
  consent = 'keypress';
  await starting();
  press('ben', '1');
  await settle();
  const refuse = async () => {
    others = ['ben', 'cleo'];
    desk.partiesChanged();
    await settle();
    press('cleo', '2');
    await settle();
    expect([desk.stateOf('leg')?.state, recorded()?.paused]).toEqual(['stopped', true]);
    others = ['ben'];
  };
  await refuse();
  desk.guestLeft('ben');
  await settle();
  expect(recorded()?.paused).toBe(true);
  desk.guestLeft('cleo');
  await settle();
  expect([desk.stateOf('leg')?.state, recorded()?.paused]).toEqual(['recording', false]);
  await refuse();
  await desk.change(leg, null, 'stopped');
  desk.guestLeft('cleo');
  await settle();
  expect(recorded()?.paused).toBe(true);
});

describe('with a key to press', () => {
  beforeEach(() => {
    consent = 'keypress';
  });

  test('the key 1 of the other side begins the recording, and cuts the prompt short', async () => {
    const start = await starting();
    press('anna', '1');
    await settle();
    expect(recorded()).toBeNull();
    press('ben', '1');
    await settle();
    expect([start.outcome, heardBy('ben')]).toEqual(['r1', null]);
    expect(kept.lines).toContain('consented r1 keypress');
  });

  test.each([
    ['another key', () => press('ben', '2')],
    [
      '15 seconds of silence after the prompt',
      async () => {
        played('ben');
        await clock.pass(14_999);
        expect(desk.stateOf('leg')?.state).toBe('asking');
        await clock.pass(1);
      },
    ],
  ])('%s is a refusal that the user is told', async (_name, answer) => {
    const start = await starting();
    await answer();
    await settle();
    expect([start.outcome, recorded(), desk.stateOf('leg')]).toEqual(['WRONG_STATE', null, null]);
    expect(kept.lines.at(-1)).toMatch(/^failed r1: The other side /);
    expect(clock.pending).toBe(0);
  });

  test('the user can take the question back', async () => {
    const start = await starting();
    await desk.change(leg, null, 'stopped');
    expect([start.outcome, heardBy('ben'), recorded()]).toEqual(['WRONG_STATE', null, null]);
  });

  test('a call that ends meanwhile ends the question', async () => {
    const start = await starting();
    desk.legLeft('leg');
    await settle();
    expect([start.outcome, recorded(), clock.pending]).toEqual(['NO_SUCH_CALL', null, 0]);
  });
});
