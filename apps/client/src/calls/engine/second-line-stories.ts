import type { EngineTransfer } from './call-engine.ts';
import {
  consult,
  type EngineStory,
  ends,
  goOnDuty,
  type Heard,
  hear,
  same,
  type TestWorld,
  talking,
} from './conformance-world.ts';

/** How far the second line is when something happens. */
const stages = ['dialling', 'ringing', 'talking', 'conferring', 'ended'] as const;
type Stage = (typeof stages)[number];

/** Anna talks to Bob on `first` and asks Carol on `second`; how the two others see it. */
interface Scene {
  readonly world: TestWorld;
  readonly transfer: EngineTransfer;
  readonly first: Heard;
  readonly second: Heard;
  readonly bob: Heard;
  readonly carol: Heard;
}

/**
 * Something that may happen, and its outcome at each stage of the second line; it cannot happen at stages that are
 * missing.
 */
interface Happening {
  readonly words: string;
  readonly comesTo: Partial<Record<Stage, (scene: Scene) => Promise<void>>>;
}

const all = (task: (scene: Scene) => Promise<void>) => ({
  dialling: task,
  ringing: task,
  talking: task,
  conferring: task,
});

const happenings: readonly Happening[] = [
  {
    words: 'the first leaves',
    comesTo: {
      dialling: goesOnWithSecondThatRings,
      ringing: goesOnWithSecondThatRings,
      talking: goesOnWithSecond,
      conferring: goesOnWithSecond,
      ended: async ({ first, bob }) => {
        bob.call.hangUp();
        await ends(first, 'HANGUP', 'remote');
      },
    },
  },
  {
    words: 'the second leaves',
    comesTo: {
      dialling: secondDeclines,
      ringing: secondDeclines,
      talking: secondLeaves,
      conferring: secondLeaves,
    },
  },
  {
    words: 'the second is given up',
    comesTo: all(async (scene) => {
      await scene.transfer.abort();
      await ends(scene.second, 'HANGUP', 'user');
      await scene.carol.saw('ended');
      await firstGoesOn(scene);
    }),
  },
  {
    words: 'the user hangs up',
    comesTo: {
      dialling: handsOverToOneWhoRings,
      ringing: handsOverToOneWhoRings,
      talking: handsOver,
      conferring: handsOver,
      ended: firstGoesOn,
    },
  },
  {
    words: 'the user switches',
    comesTo: {
      dialling: cannotChoose(['INITIAL']),
      ringing: cannotChoose(['INITIAL']),
      talking: chooses(['INITIAL']),
      conferring: chooses(['INITIAL']),
    },
  },
  {
    words: 'the user confers',
    comesTo: { talking: chooses(['INITIAL', 'TARGET']), conferring: chooses(['TARGET']) },
  },
  {
    words: 'the first leaves, and someone else is asked',
    comesTo: {
      talking: async (scene) => {
        await firstLeaves(scene);
        const { transfer, line } = await consult(scene.second, scene.world.bob);
        await line.saw('remoteRings');
        await transfer.abort();
        await ends(line, 'HANGUP', 'user');
        same([scene.second.has('ended'), scene.carol.has('ended')], [false, false]);
        await hangsUpSecond(scene);
      },
    },
  },
  {
    words: 'another program begins a new one',
    comesTo: {
      ended: async (scene) => {
        const { world, first } = scene;
        const target = { number: world.carol.number, sessionId: crypto.randomUUID() };
        await world.anna.transferElsewhere(first.call.sessionId, target);
        const { transfer } = await first.saw('transferBegan');
        const line = hear(transfer.line);
        await line.saw('remoteRings');
        await transfer.abort();
        await ends(line, 'HANGUP', 'user');
        await firstGoesOn(scene);
      },
    },
  },
];

/** Everything that may happen in a warm transfer, at each stage of its second line. */
export function secondLineStories(): EngineStory[] {
  return happenings.flatMap(({ words, comesTo }) =>
    stages.flatMap((stage) => {
      const task = comesTo[stage];
      if (task === undefined) return [];
      return [
        {
          sentence: `the second line is ${stage}: ${words}`,
          tell: async (world: TestWorld) => task(await bringTo(stage, world)),
        },
      ];
    }),
  );
}

async function bringTo(stage: Stage, world: TestWorld): Promise<Scene> {
  const { out: first, heard: bob } = await talking(world.anna, world.bob);
  const third = await goOnDuty(world.carol);
  const { transfer, line: second } = await consult(first, world.carol);
  const scene = (carol: Heard): Scene => ({ world, transfer, first, second, bob, carol });
  const carol = await third.nextIncoming();
  if (stage === 'dialling') return scene(carol);
  await second.saw('remoteRings');
  if (stage === 'ringing') return scene(carol);
  if (stage === 'ended') {
    carol.call.refuse('declined');
    await second.saw('ended');
    return scene(carol);
  }
  await carol.call.accept();
  await Promise.all([second.saw('answered'), carol.saw('connected')]);
  if (stage === 'conferring') await chooses(['INITIAL', 'TARGET'])(scene(carol), 'goes on');
  return scene(carol);
}

async function firstLeaves({ first, second, bob }: Scene): Promise<void> {
  bob.call.hangUp();
  await ends(first, 'HANGUP', 'remote');
  same(second.has('ended'), false);
}

async function hangsUpSecond({ second, carol }: Scene): Promise<void> {
  second.call.hangUp();
  await ends(carol, 'HANGUP', 'remote');
  await ends(second, 'HANGUP', 'user');
}

async function goesOnWithSecond(scene: Scene): Promise<void> {
  await firstLeaves(scene);
  await hangsUpSecond(scene);
}

async function goesOnWithSecondThatRings(scene: Scene): Promise<void> {
  const { second, carol } = scene;
  await firstLeaves(scene);
  await carol.call.accept();
  await Promise.all([second.saw('answered'), carol.saw('connected')]);
  await second.call.hold(true);
  await second.saw('held', ({ held }) => held);
  await second.call.hold(false);
  await hangsUpSecond(scene);
}

async function firstGoesOn({ first, bob }: Scene): Promise<void> {
  same([first.has('ended'), bob.has('ended')], [false, false]);
  first.call.hangUp();
  await ends(bob, 'HANGUP', 'remote');
  await ends(first, 'HANGUP', 'user');
}

async function secondDeclines(scene: Scene): Promise<void> {
  scene.carol.call.refuse('declined');
  await scene.second.saw('ended');
  await firstGoesOn(scene);
}

async function secondLeaves(scene: Scene): Promise<void> {
  scene.carol.call.hangUp();
  await ends(scene.second, 'HANGUP', 'remote');
  await firstGoesOn(scene);
}

async function handsOver({ first, second, bob, carol }: Scene): Promise<void> {
  first.call.hangUp();
  await first.saw('transferred');
  await Promise.all([first.saw('ended'), second.saw('ended')]);
  same([bob.has('ended'), carol.has('ended')], [false, false]);
  bob.call.hangUp();
  await ends(carol, 'HANGUP', 'remote');
}

async function handsOverToOneWhoRings({ first, bob, carol }: Scene): Promise<void> {
  first.call.hangUp();
  await first.saw('transferred');
  await carol.call.accept();
  await carol.saw('connected');
  bob.call.hangUp();
  await ends(carol, 'HANGUP', 'remote');
}

type Lines = Parameters<EngineTransfer['setLines']>[0];

function chooses(lines: Lines) {
  return async (scene: Scene, then: 'ends' | 'goes on' = 'ends') => {
    const { first, transfer } = scene;
    const before = first.facts.length;
    await transfer.setLines(lines);
    await first.saw('lines', (fact) => first.facts.indexOf(fact) >= before && String(fact.active) === String(lines));
    if (then === 'ends') await handsOver(scene);
  };
}

/** There is nobody to switch to yet: both lines continue, whatever the engine answers. */
function cannotChoose(lines: Lines) {
  return async (scene: Scene) => {
    await scene.transfer.setLines(lines).catch(() => {});
    same([scene.first.has('ended'), scene.second.has('ended')], [false, false]);
    await scene.carol.call.accept();
    await scene.second.saw('answered');
    await handsOver(scene);
  };
}
