import { ApiSession } from '../people/api-session.ts';
import { setFlags } from '../people/documented-call.ts';
import { setsUpRecogniser, speaking, test } from '../world/ai-service.ts';
import { everybodyReads, expect } from '../world/story.ts';

const [mara, jonas, anna] = [0, 1, 2] as const;
const plan = {
  id: 'small',
  displayName: 'Small',
  quotas: [{ grant: 'CALL_BOOSTS', limit: 1 }],
  link: 'https://plans.example/more',
};

for (const { language, ready, used, more } of [
  { language: 'en', ready: 'Summary ready', used: '1 of 1 calls this month', more: 'Upgrade' },
  {
    language: 'de',
    ready: 'Zusammenfassung fertig',
    used: '1 von 1 Anrufen in diesem Monat',
    more: 'Upgrade buchen',
  },
] as const) {
  test(`ERR-040, NET-031: at the limit of the plan the notice leads to where more is booked (${language})`, async ({
    seat,
    people,
    sidetone,
    service,
  }) => {
    test.setTimeout(180_000);
    service.ears.teachTone(440, 'I will send you the offer for the forty rolls by Monday.');
    service.ears.teachTone(1000, 'Thank you, that is great, we will order the rolls from you.');
    await everybodyReads(sidetone, 'en');
    await setFlags(sidetone, ['hasCallTranscription', 'hasCallSummary']);
    await setsUpRecogniser(await ApiSession.signIn(sidetone.origin, people[mara]), service);
    // The call of one of them is documented, and it is the last of the month.
    await sidetone.query(`update users set settings = settings || '{"hasCallTranscription": false}' where email = $1`, [
      people[anna].email,
    ]);
    await sidetone.query('delete from ai_usage');
    await sidetone.query('update accounts set plan = $1', [JSON.stringify(plan)]);
    const caller = await seat(jonas, { microphone: speaking(440) });
    const called = await seat(anna, { microphone: speaking(1000) });
    await caller.page.context().route(`${plan.link}**`, (route) => route.fulfill({ body: 'More calls' }));
    await caller.calls(called.who.name);
    await called.accepts();
    await called.expectsToHear(440, 1000);
    await caller.page.waitForTimeout(4_000);
    await everybodyReads(sidetone, language);
    await caller.hangsUp();
    const notice = caller.page.getByRole('dialog').filter({ hasText: ready });
    await expect(notice).toContainText(used, { timeout: 30_000 });
    const opened = caller.page.waitForEvent('popup');
    await notice.getByRole('button', { name: more, exact: true }).click();
    await expect(await opened).toHaveURL(plan.link);
  });
}
