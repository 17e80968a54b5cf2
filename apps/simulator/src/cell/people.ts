import type { Credentials, Directory, DirectoryUser, SipCredential } from '../../../server/src/pbx/ports.ts';
import { md5, sha256 } from '../../../server/src/pbx/sip/admission/authenticate.ts';
import { realm } from '../../../server/src/pbx/sip/sip-core.ts';

export interface Person {
  readonly name: string;
  readonly username: string;
  readonly accountId: string;
  readonly extension: string;
  readonly address: string;
  readonly ha1: string;
}

const person = (name: string, accountId: string, extension: string, address: string): Person => ({
  name,
  username: name,
  accountId,
  extension,
  address,
  ha1: md5(`${name}:${realm}:secret`),
});

/** Two companies, and the node where each is at home at first. */
export const companies: ReadonlyMap<string, string> = new Map([
  ['acme', 'node-1'],
  ['bolt', 'node-2'],
]);

export const people: readonly Person[] = [
  person('anna', 'acme', '11', '10.0.0.11'),
  person('ben', 'acme', '12', '10.0.0.12'),
  person('cleo', 'acme', '13', '10.0.0.13'),
  person('dora', 'bolt', '14', '10.0.0.14'),
  person('emil', 'bolt', '15', '10.0.0.15'),
];

const userOf = ({ name, accountId, extension }: Person): DirectoryUser => ({
  userId: name,
  accountId,
  displayName: name,
  isDnd: false,
  privateChannelId: `c-${name}`,
  extension,
  number: null,
  country: 'DE',
  areaCode: '30',
});

const channelOf = ({ name, accountId, extension }: Person) => ({
  channelId: `c-${name}`,
  accountId,
  type: 'private' as const,
  name: null,
  ringSeconds: 30,
  members: [{ userId: name, displayName: name, dialedIn: true, isDnd: false }],
  ownerUserId: name,
  extension,
  number: null,
});

/** Who is who, as it is read from the database, which in a simulation is always there for that. */
export function directoryOf(isElsewhere: (accountId: string) => boolean): Directory {
  const [users, channels] = [people.map(userOf), people.map(channelOf)];
  return {
    isElsewhere,
    userById: async (userId) => users.find((one) => one.userId === userId) ?? null,
    channelByExtension: async (accountId, extension) =>
      channels.find((one) => one.accountId === accountId && one.extension === extension) ?? null,
    channelByNumber: async () => null,
    channelById: async (channelId) => channels.find((one) => one.channelId === channelId) ?? null,
    isMember: async () => false,
    callSettings: async () => ({ callWaiting: false, recordingConsent: 'none', holdMusic: null, locale: 'de' }),
  };
}

const credentialOf = ({ username, accountId, ha1 }: Person): SipCredential => ({
  endpointId: `e-${username}`,
  accountId,
  userId: username,
  kind: 'phone',
  ha1,
  ha1Sha256: sha256(`${username}:${realm}:secret`),
});

const known = new Map(people.map((one) => [one.username, credentialOf(one)]));

/** Of companies that are at home here, as `services/sip-homes.ts` does it. */
export function credentialsOf(isElsewhere: (accountId: string) => boolean): Credentials {
  const of = (username: string) => [known.get(username) ?? []].flat().filter((one) => !isElsewhere(one.accountId));
  return {
    bySipUsername: async (username) => of(username),
    remembered: () => [],
    ha1sOf: async (endpointIds) =>
      new Map(
        [...known.values()]
          .filter(({ endpointId }) => endpointIds.includes(endpointId))
          .map(({ endpointId, ha1 }) => [endpointId, [ha1]]),
      ),
  };
}

export const accountOf = (username: string): string | undefined => known.get(username)?.accountId;
