import {
  type StoredRecording,
  type StoredVoicemail,
  storedRecording,
  storedVoicemail,
} from '@sidetone/contract/entities/sound-cache.ts';
import { cacheLimitBytes, entriesToDrop } from './cache-rules.ts';
import { done, openDatabase, resultOf } from './database.ts';
import { type Expected, expectedSounds } from './expected-sounds.ts';
import { isSameSound, type SoundKey } from './sound.ts';

/** Recordings by channel, call and type; messages and legacy recordings by call; when each was used; their owner. */
const stores = { recordings: 'recordings', voicemails: 'voicemails', legacy: 'legacy', uses: 'uses', owner: 'owner' };
const all = Object.values(stores);

/** The version of the store. Places in sounds of version 1 cannot be found exactly: they are fetched again. */
const version = 2;

export interface KeptSound {
  readonly buffer: ArrayBuffer;
  /** Seconds. */
  readonly duration: number;
}

interface Use {
  id: string;
  key: SoundKey;
  size: number;
  usedAt: number;
}

export interface SoundCache {
  /** The kept sound for its owner; null where there is none. Never rejects. */
  read(key: SoundKey): Promise<KeptSound | null>;
  /**
   * Keeps a sound, and removes the least recently used ones where there are too many. Never rejects: then it is not
   * kept.
   */
  keep(key: SoundKey, sound: KeptSound): Promise<void>;
  /**
   * Keeps a sound once `load` brings it, unless it was forgotten or another user signed in meanwhile. Resolves to the
   * loaded sound without waiting for that, and rejects only with the error of `load`.
   */
  keepLoaded<S extends KeptSound>(key: SoundKey, load: () => Promise<S>): Promise<S>;
  /** Forgets sounds, those on their way as well; all of them without keys. */
  forget(keys?: readonly SoundKey[]): Promise<void>;
  /** All sounds that are kept, or will be when they arrive. Never rejects. */
  keys(): Promise<SoundKey[]>;
  /** From now on the store is this user's: sounds of another one are forgotten. Null: nobody's, and empty. */
  adopt(owner: string | null): Promise<void>;
}

interface CacheParts {
  readonly name?: string;
  readonly limitBytes?: number;
  readonly now?: () => number;
  /** Playing works without it. */
  readonly onTrouble?: (what: string, cause: unknown) => void;
}

/** Keeps sounds in this browser's IndexedDB, for one user. Sounds of others are never given out. */
export function soundCache({
  name = 'sidetone.sounds',
  limitBytes = cacheLimitBytes,
  now = Date.now,
  onTrouble = () => {},
}: CacheParts = {}): SoundCache {
  const expected = expectedSounds();
  const owned = ownedStore(name);
  const guarded = async <T>(what: string, fallback: T, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (cause) {
      onTrouble(what, cause);
      return fallback;
    }
  };
  const keep = (of: Expected, sound: KeptSound): Promise<void> =>
    guarded('keep', undefined, () => keepWithin(owned, { of, sound, limitBytes, now: now() }));

  return {
    read: (key) => guarded('read', null, () => read(owned, key, now())),

    async keep(key, sound) {
      const of = expected.expect(key);
      await keep(of, sound);
      expected.end(of);
    },

    async keepLoaded(key, load) {
      const of = expected.expect(key);
      try {
        const sound = await load();
        void keep(of, sound).finally(() => expected.end(of));
        return sound;
      } catch (cause) {
        expected.end(of);
        throw cause;
      }
    },

    forget(keys) {
      expected.forget(keys);
      return guarded('forget', undefined, () => owned.forget(keys));
    },

    async keys() {
      // First, since a sound that arrives meanwhile is in the store only afterwards.
      const coming = expected.keys();
      const kept = await guarded('list', [], () => keysIn(owned));
      return [...kept, ...coming.filter((key) => !kept.some((one) => isSameSound(one, key)))];
    },

    adopt(next) {
      expected.adopt(next);
      return guarded('adopt', undefined, () => owned.adopt(next));
    },
  };
}

type OwnedStore = ReturnType<typeof ownedStore>;

/** The store of one user: it knows its owner, and forgets everything for the next. */
function ownedStore(name: string) {
  let owner: string | null = null;
  const open = openDatabase(name, version, createStores);
  return {
    /** A transaction over everything, if the store still has its owner: another tab may have signed out meanwhile. */
    async asOwner(mode: IDBTransactionMode): Promise<IDBTransaction | null> {
      if (owner === null) return null;
      const transaction = (await open()).transaction(all, mode);
      const kept = await resultOf<unknown>(transaction.objectStore(stores.owner).get('id'));
      return kept === owner ? transaction : null;
    },

    async forget(keys?: readonly SoundKey[]): Promise<void> {
      const transaction = (await open()).transaction(all, 'readwrite');
      if (keys) for (const key of keys) drop(transaction, key);
      else clear(transaction);
      await done(transaction);
    },

    async adopt(next: string | null): Promise<void> {
      owner = null;
      const transaction = (await open()).transaction(all, 'readwrite');
      const place = transaction.objectStore(stores.owner);
      const before = await resultOf<unknown>(place.get('id'));
      if (next === null || before !== next) clear(transaction);
      if (next !== null) place.put(next, 'id');
      await done(transaction);
      owner = next;
    },
  };
}

async function read(owned: OwnedStore, key: SoundKey, now: number): Promise<KeptSound | null> {
  const transaction = await owned.asOwner('readwrite');
  if (!transaction) return null;
  const uses = transaction.objectStore(stores.uses);
  const use = await resultOf<Use | undefined>(uses.get(idOf(key)));
  // Two channels never share a call; where they seem to, neither gets the other's.
  if (!use || use.key.channelId !== key.channelId) return null;
  const found = soundIn(key, await resultOf<unknown>(transaction.objectStore(storeOf(key)).get(placeOf(key))));
  if (found) uses.put({ ...use, usedAt: now });
  else drop(transaction, key);
  await done(transaction);
  return found;
}

async function keysIn(owned: OwnedStore): Promise<SoundKey[]> {
  const transaction = await owned.asOwner('readonly');
  if (!transaction) return [];
  return (await resultOf<Use[]>(transaction.objectStore(stores.uses).getAll())).map(({ key }) => key);
}

interface Keeping {
  readonly of: Expected;
  readonly sound: KeptSound;
  readonly limitBytes: number;
  readonly now: number;
}

async function keepWithin(owned: OwnedStore, keeping: Keeping): Promise<void> {
  const size = keeping.sound.buffer.byteLength;
  if (size > keeping.limitBytes) return;
  try {
    await write(owned, keeping);
  } catch (cause) {
    // The browser allows less than our own limit: room is made, then it is tried again.
    if (!(cause instanceof DOMException && cause.name === 'QuotaExceededError')) throw cause;
    await write(owned, { ...keeping, limitBytes: size });
  }
}

async function write(owned: OwnedStore, { of, sound, limitBytes, now }: Keeping): Promise<void> {
  const transaction = await owned.asOwner('readwrite');
  // A later deletion comes after this transaction.
  if (!transaction || !of.wanted) return;
  const { key } = of;
  const uses = transaction.objectStore(stores.uses);
  const use: Use = { id: idOf(key), key, size: sound.buffer.byteLength, usedAt: now };
  const others = (await resultOf<Use[]>(uses.getAll())).filter(({ id }) => id !== use.id);
  for (const id of entriesToDrop(others, limitBytes - use.size)) {
    const dropped = others.find((other) => other.id === id);
    if (dropped) drop(transaction, dropped.key);
  }
  transaction.objectStore(storeOf(key)).put(recordOf(key, sound, now));
  uses.put(use);
  await done(transaction);
}

function createStores(database: IDBDatabase): void {
  for (const store of [...database.objectStoreNames]) database.deleteObjectStore(store);
  database.createObjectStore(stores.recordings, { keyPath: ['channelId', 'callId', 'recordingType'] });
  database.createObjectStore(stores.voicemails, { keyPath: 'callId' });
  database.createObjectStore(stores.legacy, { keyPath: 'callId' });
  database.createObjectStore(stores.uses, { keyPath: 'id' });
  database.createObjectStore(stores.owner);
}

const clear = (transaction: IDBTransaction): void => {
  for (const store of all) transaction.objectStore(store).clear();
};

const drop = (transaction: IDBTransaction, key: SoundKey): void => {
  transaction.objectStore(storeOf(key)).delete(placeOf(key));
  transaction.objectStore(stores.uses).delete(idOf(key));
};

const isByType = (key: SoundKey): key is SoundKey & { kind: 'manual' | 'automatic' } =>
  key.kind === 'manual' || key.kind === 'automatic';

const storeOf = (key: SoundKey): string =>
  isByType(key) ? stores.recordings : key.kind === 'legacy' ? stores.legacy : stores.voicemails;

const placeOf = (key: SoundKey): IDBValidKey => (isByType(key) ? [key.channelId, key.docId, key.kind] : key.docId);

/** A call has one entry of a kind by its id alone where its store is keyed by call. */
const idOf = (key: SoundKey): string => JSON.stringify([storeOf(key), placeOf(key)]);

function recordOf(key: SoundKey, { buffer, duration }: KeptSound, now: number): StoredRecording | StoredVoicemail {
  const common = { callId: key.docId, createdAt: new Date(now).toISOString(), buffer, duration };
  return isByType(key)
    ? { ...common, channelId: key.channelId, recordingType: key.kind }
    : { ...common, id: idOf(key) };
}

/** The content of a record; null where it breaks its schema, as after another version of the app. */
function soundIn(key: SoundKey, record: unknown): KeptSound | null {
  const { success, data } = (isByType(key) ? storedRecording : storedVoicemail).safeParse(record);
  return success ? { buffer: data.buffer, duration: data.duration } : null;
}
