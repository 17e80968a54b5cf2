import type { Connection, Connector, Mirrored, SourceContact } from '../connector.ts';

/** An address book on paper: what a test writes down is what is there. Portions are of `portion` contacts. */
export function paperBook({ portion = 100 } = {}) {
  const people = new Map<string, SourceContact>();
  const book = {
    people,
    /** Called before each portion with how many were handed out. */
    beforePortion: async (_handedOut: number): Promise<void> => undefined,
    opened: 0,
    write(id: string, about: Partial<SourceContact> = {}) {
      const nobody = {
        name: id,
        firstName: null,
        lastName: null,
        organization: null,
        email: null,
        phoneNumbers: [],
        avatarUrl: null,
        contactUrl: null,
        readonly: false,
        relatesTo: [],
        original: null,
      };
      people.set(id, { ...nobody, externalId: id, etag: `"${people.get(id)?.etag ?? 0}+"`, ...about });
    },
    connector: {
      offer: {
        name: 'PAPER',
        displayName: 'Paper',
        features: [],
        contactAttributes: {},
        phoneNumberLabels: [],
        limitations: { maxNumbersPerContact: 2 },
        isOAuth: false,
        configurationValues: ['key'],
        callLoggingEntityTypes: [],
        isEnabled: true,
        isTestAccountOnly: false,
        isTelephonyProvider: false,
        isBuiltIn: false,
        landingPageUrl: null,
      },
      async connect(): Promise<Connection> {
        book.opened += 1;
        const refuse = () => Promise.reject(new Error('Nobody reads or writes single contacts here.'));
        return {
          origins: [],
          leftOut: null,
          changes: (_state, mirrored, signal) => portions(mirrored, signal),
          get: refuse,
          findByNumber: refuse,
          search: refuse,
          create: refuse,
          update: refuse,
          delete: refuse,
          entities: async () => [],
        };
      },
    } satisfies Connector,
  };
  async function* portions(mirrored: Mirrored, signal: AbortSignal) {
    const known = await mirrored();
    const wanted = [...people.values()].filter(({ externalId, etag }) => known.get(externalId) !== etag);
    const gone = [...known.keys()].filter((id) => !people.has(id));
    for (let at = 0; at < wanted.length; at += portion) {
      await book.beforePortion(at);
      signal.throwIfAborted();
      yield { written: wanted.slice(at, at + portion), gone: [], state: { at }, total: people.size };
    }
    yield { written: [], gone, state: { at: 'the end' }, total: people.size };
  }
  return book;
}
