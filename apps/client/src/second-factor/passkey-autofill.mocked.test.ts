import { afterEach, expect, test, vi } from 'vitest';
import { endOffer, offerPasskeys, pauseOffer } from './passkey-autofill.ts';

const mocks = vi.hoisted(() => ({ call: vi.fn(), start: vi.fn(), go: vi.fn() }));
vi.mock('#live/line/http.ts', () => ({ call: mocks.call }));
vi.mock('@simplewebauthn/browser', () => ({
  browserSupportsWebAuthnAutofill: async () => true,
  WebAuthnAbortService: { cancelCeremony() {} },
  startAuthentication: mocks.start,
}));
vi.stubGlobal('location', { replace: mocks.go });
vi.mock('#i18n/language.ts', () => ({ languageOfSignIn: () => 'en' }));

afterEach(() => {
  endOffer();
  vi.resetAllMocks();
});

/** What somebody who opened the page reads. */
const toldOf = async (begin: () => Promise<string>, done: () => void): Promise<unknown[]> => {
  const told: unknown[] = [];
  offerPasskeys({ begin, onRefused: (error) => told.push(error) });
  await vi.waitFor(done);
  await new Promise((resolve) => setTimeout(resolve, 0));
  return told;
};

test('an offer that cannot be made says nothing', async () => {
  const begin = vi.fn(async () => Promise.reject(new Error('no way to the server')));
  expect(await toldOf(begin, () => expect(begin).toHaveBeenCalled())).toEqual([]);
  mocks.call.mockRejectedValue(new Error('too many'));
  expect(
    await toldOf(
      async () => 'u1',
      () => expect(mocks.call).toHaveBeenCalled(),
    ),
  ).toEqual([]);
});

test('a passkey that was chosen and refused says so', async () => {
  const refused = new Error('unknown passkey');
  mocks.call.mockResolvedValueOnce({}).mockRejectedValueOnce(refused);
  mocks.start.mockResolvedValue({ id: 'p1' });
  expect(
    await toldOf(
      async () => 'u1',
      () => expect(mocks.call).toHaveBeenCalledTimes(2),
    ),
  ).toEqual([refused]);
  expect(mocks.go).not.toHaveBeenCalled();
});

test('the offer is made again where another way in came to nothing, unless it has ended since', async () => {
  const begin = vi.fn(async () => 'u1');
  mocks.call.mockResolvedValue({});
  mocks.start.mockReturnValue(new Promise(() => {}));
  const waits = (times: number) => vi.waitFor(() => expect(mocks.start).toHaveBeenCalledTimes(times));
  offerPasskeys({ begin, onRefused: vi.fn() });
  await waits(1);
  pauseOffer()();
  await waits(2);
  const again = pauseOffer();
  endOffer();
  again();
  expect(begin).toHaveBeenCalledTimes(2);
});
