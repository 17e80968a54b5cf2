import type { Person } from '@sidetone/simulator/people/person.ts';
import { expect, test } from '../world/telephones.ts';
import { tone } from '../world/tones.ts';

/** Passes once someone at a telephone clearly hears one frequency and not the other. */
const hearsOnly = async (who: Person, wanted: number, unwanted: number): Promise<void> => {
  await expect
    .poll(
      async () => {
        const heard = await who.hears(wanted, unwanted);
        return (heard[wanted] ?? 0) > 0.05 && (heard[wanted] ?? 0) > 10 * (heard[unwanted] ?? 0);
      },
      { message: `${wanted} Hz should be heard, and ${unwanted} Hz should not`, timeout: 15_000 },
    )
    .toBe(true);
};

const server = (sidetone: { ports: { sip: number } }) => `127.0.0.1:${sidetone.ports.sip}`;

test('linphone holds a call, which hears music during that time, and resumes it', async ({
  plugInLinphone,
  atTelephone,
  people,
  sidetone,
}) => {
  const [mara, jonas] = people;
  const ben = await atTelephone(jonas, 1000);
  const phone = await plugInLinphone(mara, tone(440));

  const taken = ben.answers();
  await phone.reaches(jonas.extension, server(sidetone));
  await taken;
  await hearsOnly(ben, 440, 3000);
  expect((await phone.hears([1000]))[1000]).toBeGreaterThan(0.05);

  phone.does('pause');
  await phone.says(/now paused/);
  await expect.poll(async () => (await ben.hears(440))[440]).toBeLessThan(0.01);
  phone.does('resume 1');
  await phone.says(/Media streams established/);
  phone.speaks();
  await hearsOnly(ben, 440, 3000);
  phone.does('terminate 1');
  await expect.poll(() => ben.inCall).toBe(false);
});

for (const infoKeys of [false, true]) {
  test(`keys of linphone go through as ${infoKeys ? 'SIP INFO' : 'RFC 4733'}`, async ({
    plugInLinphone,
    atTelephone,
    people,
    sidetone,
  }) => {
    const [mara, jonas] = people;
    const ben = await atTelephone(jonas, 1000);
    const phone = await plugInLinphone(mara, tone(440), { infoKeys });
    const taken = ben.answers();
    await phone.reaches(jonas.extension, server(sidetone));
    await taken;
    await hearsOnly(ben, 440, 3000);
    for (const key of ['1', '5', '*', '0']) {
      phone.does(key);
      // Keys of a person: linphone joins what comes faster.
      await expect.poll(() => ben.keys.endsWith(key)).toBe(true);
    }
    expect(ben.keys).toBe('15*0');
    phone.does('terminate 1');
    await expect.poll(() => ben.inCall).toBe(false);
  });
}
test('linphone transfers a call blindly: the two others talk, and their inboxes say how that came', async ({
  plugInLinphone,
  atTelephone,
  people,
  sidetone,
}) => {
  const [mara, jonas, priya] = people;
  const ben = await atTelephone(jonas, 1000);
  const pia = await atTelephone(priya, 700);
  const phone = await plugInLinphone(mara, tone(440));
  const taken = ben.answers();
  await phone.reaches(jonas.extension, server(sidetone));
  await taken;
  await hearsOnly(ben, 440, 700);

  const reached = pia.answers();
  phone.does(`transfer 1 sip:${priya.extension}@${server(sidetone)}`);
  await reached;
  await hearsOnly(ben, 700, 440);
  await hearsOnly(pia, 1000, 440);
  await phone.says(/ended/);
  await ben.hangsUp();
  await expect.poll(() => pia.inCall).toBe(false);

  const handed = () =>
    sidetone.query<{ transferred_to: { remotePhoneNumber: string } | null }>(
      `select e.transferred_to from inbox_events e join channels c on c.id = e.channel_id join users u on u.id = c.owner_user_id
        where u.email = $1 and e.direction = 'OUTGOING' order by e.started_at desc limit 1`,
      [mara.email],
    );
  await expect.poll(handed).toMatchObject([{ transferred_to: { remotePhoneNumber: priya.extension } }]);
});

test('linphone asks first and then joins the two', async ({ plugInLinphone, atTelephone, people, sidetone }) => {
  const [mara, jonas, priya] = people;
  const ben = await atTelephone(jonas, 1000);
  const pia = await atTelephone(priya, 700);
  const phone = await plugInLinphone(mara, tone(440));
  const taken = ben.answers();
  await phone.reaches(jonas.extension, server(sidetone));
  await taken;
  await hearsOnly(ben, 440, 700);

  phone.does('pause');
  await phone.says(/now paused/);
  const reached = pia.answers();
  await phone.reaches(priya.extension, server(sidetone));
  await reached;
  await hearsOnly(pia, 440, 1000);
  phone.does('transfer 1 --to-call 2');
  await hearsOnly(ben, 700, 440);
  await hearsOnly(pia, 1000, 440);
  await pia.hangsUp();
  await expect.poll(() => ben.inCall).toBe(false);
});
