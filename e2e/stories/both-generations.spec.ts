import { ApiSession } from '../people/api-session.ts';
import { recordingOf } from '../people/recorded-call.ts';
import { asksAlso } from '../people/second-line.ts';
import { inBothGenerations } from '../world/generations.ts';
import { expect } from '../world/story.ts';
import { test } from '../world/telephones.ts';
import { tone } from '../world/tones.ts';

/**
 * Runs in the page: from now on each connection names a certificate that is not its own, until its first handshake has
 * failed for that.
 */
function failFirstHandshakesInPage(): void {
  const Native = window.RTCPeerConnection;
  const failed = new WeakSet<RTCPeerConnection>();
  window.RTCPeerConnection = class extends Native {
    constructor(configuration?: RTCConfiguration) {
      super(configuration);
      this.addEventListener('connectionstatechange', () => {
        if (this.connectionState === 'failed') failed.add(this);
      });
    }
    override get localDescription(): RTCSessionDescription | null {
      const own = super.localDescription;
      if (own === null || failed.has(this)) return own;
      const swapped = (_all: string, name: string, one: string, two: string) => `${name}${two}:${one}`;
      const sdp = own.sdp.replace(/(a=fingerprint:\S+ )(..):(..)/g, swapped);
      return new RTCSessionDescription({ type: own.type, sdp });
    }
  };
}

inBothGenerations((generation) => {
  test('a first handshake that fails costs a call some seconds, and does not end it', async ({
    sitDown,
    atTelephone,
    people,
  }) => {
    const [mara, jonas] = people;
    const anna = await sitDown(0, { microphone: tone(440) });
    await anna.comesToWork(generation);
    await anna.page.evaluate(failFirstHandshakesInPage);
    const ben = await atTelephone(jonas, 1000);
    const bothHear = async () => {
      await anna.expectsToHear(1000, 440, 15_000);
      await expect.poll(async () => (await ben.hears(440))[440], { timeout: 15_000 }).toBeGreaterThan(0.05);
    };
    await test.step('of a call out', async () => {
      await anna.calls(jonas.extension);
      await ben.answers();
      await bothHear();
      await anna.hangsUp();
      await expect.poll(() => ben.inCall).toBe(false);
    });
    await test.step('of a call in', async () => {
      const taken = ben.calls(mara.extension);
      await anna.accepts();
      await taken;
      await bothHear();
      await ben.hangsUp();
      await expect(anna.dock).toBeHidden();
    });
  });

  test('a second call is refused as busy while one runs, and the first continues', async ({
    sitDown,
    atTelephone,
    people,
  }) => {
    const [, jonas, priya] = people;
    const anna = await sitDown(0, { microphone: tone(440) });
    await anna.comesToWork(generation);
    const ben = await atTelephone(jonas, 1000);
    const pia = await atTelephone(priya, 700);
    await anna.calls(jonas.extension);
    await ben.answers();
    await anna.expectsToHear(1000, 440);
    await expect(pia.calls(anna.who.extension)).rejects.toMatchObject({ code: 'REFUSED', status: 486 });
    await anna.expectsToHear(1000, 700);
    await anna.hangsUp();
    await expect.poll(() => ben.inCall).toBe(false);
  });

  test('a busy callee is shown as a word and heard as a tone', async ({ sitDown, atTelephone, people }) => {
    const [, jonas] = people;
    const anna = await sitDown(0, { microphone: tone(440) });
    await anna.comesToWork(generation);
    const ben = await atTelephone(jonas, 1000);
    await anna.calls(jonas.extension);
    await anna.expectsTone(425);
    await ben.declines(486);
    // The word and the tone are there for little more than two seconds.
    await expect.poll(() => anna.dock.getByText(/busy|declined/i).count(), { intervals: [50] }).toBeGreaterThan(0);
    await anna.expectsTone(425);
  });

  test('a caller hears what the other side plays before it answers', async ({ sitDown, atTelephone, people }) => {
    const [, jonas] = people;
    const anna = await sitDown(0, { microphone: tone(440) });
    await anna.comesToWork(generation);
    const ben = await atTelephone(jonas, 1000);
    await anna.calls(jonas.extension);
    await ben.speaksEarly();
    await anna.expectsToHear(1000, 425);
    await expect(anna.dock).toContainText(/dialling/i);
    await ben.answers();
    await anna.expectsToHear(1000, 440);
    await expect.poll(async () => (await ben.hears(440))[440]).toBeGreaterThan(0.05);
    await anna.hangsUp();
    await expect.poll(() => ben.inCall).toBe(false);
  });

  test('nobody answers for 180 s: the ringing ends by itself', async ({ sitDown, atTelephone, people, sidetone }) => {
    const [mara, jonas] = people;
    await sidetone.query(
      'update channels set ring_seconds = 300 from users u where u.id = owner_user_id and u.email = $1',
      [mara.email],
    );
    const caller = await atTelephone(jonas, 1000);
    const anna = await sitDown(0, { microphone: tone(440) });
    await anna.comesToWork(generation);
    await anna.page.clock.install();
    // Stands still from here on: however long this story takes to look, no time passes for the page.
    await anna.page.clock.pauseAt(Date.now() + 60_000);
    const refused = expect(caller.calls(mara.extension)).rejects.toMatchObject({ code: 'REFUSED' });
    await expect(anna.dock).toContainText(jonas.name);
    await anna.page.clock.fastForward(179_000);
    await expect(anna.dock).toContainText(jonas.name);
    await anna.page.clock.fastForward(2_000);
    await refused;
    await anna.page.clock.resume();
    await expect(anna.dock).toBeHidden();
  });

  test('hands over while the second one still rings: nobody asked them first', async ({
    sitDown,
    atTelephone,
    people,
  }) => {
    const [, jonas, priya] = people;
    const anna = await sitDown(0, { microphone: tone(440) });
    await anna.comesToWork(generation);
    const ben = await atTelephone(jonas, 1000);
    const pia = await atTelephone(priya, 700);
    await anna.calls(jonas.extension);
    await ben.answers();
    await anna.expectsToHear(1000, 440);
    await asksAlso(anna, priya.extension);
    await pia.isRung();
    await anna.presses(/^hand over/i);
    await pia.answers();
    await expect.poll(async () => (await ben.hears(700))[700], { timeout: 15_000 }).toBeGreaterThan(0.05);
    await expect.poll(async () => (await pia.hears(1000))[1000]).toBeGreaterThan(0.05);
    await expect(anna.dock).toBeHidden();
    await pia.hangsUp();
    await expect.poll(() => ben.inCall).toBe(false);
  });

  test('records with consent: asked once, then the user is on the left and the other side on the right', async ({
    sitDown,
    atTelephone,
    people,
    sidetone,
  }) => {
    const [mara, jonas] = people;
    await sidetone.query('update users set skip_recording_consent = false');
    const anna = await sitDown(0, { microphone: tone(440) });
    await anna.comesToWork(generation);
    const ben = await atTelephone(jonas, 1000);
    await anna.calls(jonas.extension);
    await ben.answers();
    await anna.expectsToHear(1000, 440);
    await anna.presses(/^record/i);
    const question = anna.page.getByRole('dialog');
    await expect(question).toContainText(/record this call/i);
    await question.getByRole('button', { name: /^cancel/i }).click();
    await expect(question).toBeHidden();
    await expect(anna.dock).not.toContainText('Recording');
    await anna.presses(/^record/i);
    await question.getByRole('button', { name: /^start recording/i }).click();
    await expect(anna.dock).toContainText('Recording');
    await anna.page.waitForTimeout(2_500);
    await anna.presses(/^stop/i);
    await expect(anna.dock).toContainText(/saving/i);
    await expect(anna.dock).toContainText(/recording stopped/i);
    await anna.hangsUp();
    const session = await ApiSession.signIn(sidetone.origin, mara);
    const { left, right } = await recordingOf(session, sidetone, mara.email, [440, 1000]);
    expect([left, right]).toEqual([440, 1000]);
  });
});
