import { expect, test } from '../world/story.ts';
import { tone } from '../world/tones.ts';

test('two colleagues find each other, talk, mute, hold and hang up, and both inboxes know', async ({
  seat,
  sidetone,
}) => {
  const anna = await seat(0, { microphone: tone(440) });
  const ben = await seat(1, { microphone: tone(1000) });

  await anna.calls(ben.who.name);
  await expect(anna.dock).toContainText(ben.who.name);
  await expect(ben.dock).toContainText(anna.who.name);
  await ben.accepts();

  await anna.expectsToHear(1000, 440);
  await ben.expectsToHear(440, 1000);

  await anna.presses(/^(mute|stumm)/i);
  await ben.expectsSilence(440, 1000);
  await anna.expectsToHear(1000, 440);
  await anna.presses(/^(muted|stumm)/i);
  await ben.expectsToHear(440, 1000);

  await anna.presses(/^(hold|halten)/i);
  await ben.expectsSilence(440, 1000);
  await anna.expectsSilence(440, 1000);
  await anna.presses(/^(resume|zurückholen)/i);
  await ben.expectsToHear(440, 1000);
  await anna.expectsToHear(1000, 440);

  await anna.hangsUp();

  await anna.showsAllCalls();
  await ben.showsAllCalls();
  const annasRow = anna.callWith(ben.who.name, /Outgoing|Ausgehend/);
  const bensRow = ben.callWith(anna.who.name, /Incoming|Eingehend/);
  await expect(annasRow).toBeVisible();
  await expect(bensRow).toBeVisible();

  const written = () =>
    sidetone.query<{ owner_email: string; direction: string; state: string; seconds: number }>(
      `select u.email as owner_email, e.direction, e.state,
            floor(extract(epoch from e.terminated_at - e.established_at))::int as seconds
       from inbox_events e join channels c on c.id = e.channel_id join users u on u.id = c.owner_user_id
      where e.session_id = (select session_id from calls where established_at is not null order by started_at desc limit 1)
      order by e.direction`,
    );
  await expect.poll(written).toMatchObject([
    { owner_email: ben.who.email, direction: 'INCOMING', state: 'FINISHED' },
    { owner_email: anna.who.email, direction: 'OUTGOING', state: 'FINISHED' },
  ]);
  const events = await written();
  for (const [row, event] of [
    [bensRow, events[0]],
    [annasRow, events[1]],
  ] as const) {
    const seconds = event?.seconds ?? 0;
    await expect(row).toContainText(`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`);
  }
});

test('a call that nobody takes is missed and unresolved for one, missed and resolved for the other', async ({
  seat,
  sidetone,
}) => {
  // Calls with one another on one day are one row, which is unresolved as long as one of them is.
  await sidetone.query('update inbox_events set unresolved = false');
  const anna = await seat(0, { microphone: tone(440) });
  const ben = await seat(1, { microphone: tone(1000) });

  await anna.calls(ben.who.name);
  await expect(ben.dock.getByRole('button', { name: /^(accept|annehmen)/i })).toBeVisible();
  await anna.hangsUp();

  await expect(ben.callWith(anna.who.name, /Missed|Verpasst/)).toBeVisible();
  await expect(anna.callWith(ben.who.name, /Outgoing, not reached|Ausgehend, nicht erreicht/)).toBeHidden();
  await anna.showsAllCalls();
  await expect(anna.callWith(ben.who.name, /Outgoing, not reached|Ausgehend, nicht erreicht/)).toBeVisible();
});

test('a declined call ends immediately for the caller', async ({ seat }) => {
  const anna = await seat(2, { microphone: tone(440) });
  const ben = await seat(3, { microphone: tone(1000) });
  await anna.calls(ben.who.name);
  await ben.declines();
  await expect(anna.dock).toContainText(/declined|abgelehnt/i);
});

test('a name that is written from right to left is cut at its end, for who calls and who is called', async ({
  seat,
  people,
  sidetone,
}) => {
  const long = 'عبد الرحمن بن محمد بن عبد الله بن إبراهيم بن يوسف بن سليمان القحطاني';
  const names = (first: string, last: string, email: string) =>
    sidetone.query('update users set first_name = $1, last_name = $2 where email = $3', [first, last, email]);
  const both = people.slice(2, 4);
  const anna = await seat(2, { microphone: tone(440) });
  const ben = await seat(3, { microphone: tone(1000) });
  try {
    for (const { email } of both) await names(long, 'الشمري', email);
    for (const { page } of [anna, ben]) {
      await expect(page.getByRole('button', { name: new RegExp(long) }).first()).toBeVisible();
    }
    await anna.calls(ben.who.extension);
    await expect(ben.dock.getByRole('button', { name: /^(accept|annehmen)/i })).toBeVisible();
    /** Where the ends of the name stand in what shows it: within it, or beyond its edges. */
    const cutOf = (dock: typeof anna.dock) =>
      dock
        .locator('.truncate')
        .filter({ hasText: long.slice(0, 8) })
        .first()
        .evaluate((element) => {
          const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
          if (text === null) throw new Error('nothing is written there');
          const box = element.getBoundingClientRect();
          const isSeen = (from: number, to: number) => {
            const range = document.createRange();
            range.setStart(text, from);
            range.setEnd(text, to);
            const { left, right } = range.getBoundingClientRect();
            return left >= box.left - 1 && right <= box.right + 1;
          };
          const { length } = text.textContent ?? '';
          return { begins: isSeen(0, 3), ends: isSeen(length - 3, length) };
        });
    for (const { dock } of [anna, ben]) expect(await cutOf(dock)).toEqual({ begins: true, ends: false });
    await ben.accepts();
    await anna.expectsToHear(1000, 440);
    for (const { dock } of [anna, ben]) expect(await cutOf(dock)).toEqual({ begins: true, ends: false });
    await anna.hangsUp();
  } finally {
    for (const { email, name } of both) {
      const [first = '', ...last] = name.split(' ');
      await names(first, last.join(' '), email);
    }
  }
});

test('a newcomer alone in the house dials *43 and hears themselves', async ({ seat }) => {
  const nina = await seat(4, { microphone: tone(440) });
  await nina.calls('*43');
  await nina.expectsToHear(440, 1000);
  await nina.hangsUp();
});
