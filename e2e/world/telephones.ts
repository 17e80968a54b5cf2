import { Person } from '@sidetone/simulator/people/person.ts';
import type { PhoneAccount } from '../people/desk-phone.ts';
import { DeskPhone } from '../people/desk-phone.ts';
import { Linphone } from '../people/linphone.ts';
import { needs } from './needs.ts';
import { freePort } from './ports.ts';
import type { SignIn } from './sign-in.ts';
import { test as base } from './story.ts';

interface Telephones {
  /** Gives someone a telephone of the simulator, into which they speak a tone of `hertz`. */
  atTelephone(owner: SignIn, hertz: number): Promise<Person>;
  /** Gives someone a desk phone that reaches the exchange over TCP; `account` is what it signed in with. */
  plugInOverTcp(owner: SignIn, microphone: string): Promise<{ phone: DeskPhone; account: PhoneAccount }>;
  /** Gives someone a linphone, which speaks `microphone` as soon as it talks; `infoKeys`: its keys go by SIP INFO. */
  plugInLinphone(owner: SignIn, microphone: string, ways?: { infoKeys?: boolean }): Promise<Linphone>;
}

/** Telephones other than the ordinary desk phone; all of them are gone at the end of each story. */
export const test = base.extend<Telephones>({
  atTelephone: async ({ sidetone }, use) => {
    const persons: Person[] = [];
    await use(async (owner, hertz) => {
      const person = await Person.register(await sidetone.addPhone(owner.email, 'Simulator'));
      persons.push(person);
      await person.speaks(hertz);
      return person;
    });
    await Promise.all(persons.map((person) => person.leaves()));
  },
  plugInOverTcp: async ({ sidetone }, use) => {
    needs('baresip');
    const phones: DeskPhone[] = [];
    await use(async (owner, microphone) => {
      const account = { ...(await sidetone.addPhoneByCli(owner.email, 'TCP')), transport: 'tcp' as const };
      const phone = await DeskPhone.plugIn(account, microphone, { control: await freePort(), sip: await freePort() });
      phones.push(phone);
      return { phone, account };
    });
    await Promise.all(phones.map((phone) => phone.unplug()));
  },
  plugInLinphone: async ({ sidetone }, use) => {
    needs('linphonec');
    const phones: Linphone[] = [];
    await use(async (owner, microphone, ways = {}) => {
      const account = await sidetone.addPhone(owner.email, 'Linphone');
      // Below the ports that an operating system gives away, and above those of the servers.
      const ports = { sip: await freePort(), rtp: 31_000 + phones.length * 100 };
      const phone = await Linphone.plugIn(account, microphone, { ...ports, ...ways });
      phones.push(phone);
      return phone;
    });
    await Promise.all(phones.map((phone) => phone.unplug()));
  },
});

export { expect } from './story.ts';
