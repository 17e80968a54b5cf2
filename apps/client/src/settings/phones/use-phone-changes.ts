import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import type { Phone } from '@sidetone/contract/entities/phone.ts';
import { callControlRoutes } from '@sidetone/contract/http/calls/call-control-routes.ts';
import { sessionRoutes } from '@sidetone/contract/http/session-routes.ts';
import { formatNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { PhoneOff } from 'lucide-react';
import { useState } from 'react';
import { syncQuietly } from '#channels/sync-phones.ts';
import { useSaving } from '#channels/use-saving.ts';
import { useWords } from '#i18n/use-words.ts';
import { type ApiErrorCode, codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { confirmed } from '#live/queries/confirmed.ts';
import { patchLive, readLive, type ShownChange } from '#live/queries/live.ts';
import { useMe } from '#live/queries/me.ts';
import { inTurn } from '#platform/in-turn.ts';
import { confirm } from '#ui/confirm.ts';
import { toast } from '#ui/toasts.ts';
import { isLastOnline } from './phone-facts.ts';

type Changed = 'connection' | 'default' | 'callerId';

/** Why the last change was refused, and the value that it was to set. */
interface Failure {
  readonly of: Changed;
  readonly value: string;
  readonly code: ApiErrorCode;
}

/** Changes of one phone: each shows immediately, and goes back to what it was where the server refuses it. */
export function usePhoneChanges(phone: Phone) {
  const { t } = useWords();
  const me = useMe();
  const { saving, track } = useSaving();
  const [failure, setFailure] = useState<Failure | null>(null);
  /** One order after the other: the last one that was given is the one that stays. */
  const [turns] = useState(() => inTurn<unknown>());

  const change: PhoneChanging['change'] = async (what, show, order) => {
    setFailure(null);
    try {
      await confirmed(show(), () => track(turns.run('phone', order)));
      return null;
    } catch (error) {
      const code = codeOf(error);
      setFailure({ ...what, code });
      return code;
    }
  };
  const changing: PhoneChanging = { phone, me, t, change };
  return {
    saving,
    failure,
    connect: (isConnected: boolean) => connect(changing, isConnected),
    makeDefault: () => makeDefault(changing),
    showCallerId: (callerId: string | null) => showCallerId(changing, callerId),
  };
}

export type PhoneChanges = ReturnType<typeof usePhoneChanges>;

interface PhoneChanging {
  readonly phone: Phone;
  readonly me: ReturnType<typeof useMe>;
  readonly t: ReturnType<typeof useWords>['t'];
  /** Has the server do what `show` shows already. Resolves to null where it was saved, else to why not. */
  change(
    what: { readonly of: Changed; readonly value: string },
    show: () => ShownChange[],
    order: () => Promise<unknown>,
  ): Promise<ApiErrorCode | null>;
}

async function connect({ phone, me, t, change }: PhoneChanging, isConnected: boolean): Promise<void> {
  const { rows } = readLive(phoneQueries.phones, {});
  const isLast = !isConnected && isLastOnline(phone, rows);
  if (isLast && !(await isSureAboutLast(phone, t))) return;
  const code = await change(
    { of: 'connection', value: isConnected ? 'on' : 'off' },
    () => [
      patchLive(phoneQueries.phones, phone.id, { isConnected, isDisconnectedByUser: !isConnected }),
      // The server clears it with the last phone.
      ...(isLast && me?.defaultPhoneId ? [patchLive(phoneQueries.me, me.webUserId, { defaultPhoneId: null })] : []),
    ],
    () =>
      call(callControlRoutes.setPhoneConnection, {
        params: { id: phone.id },
        body: { isConnected, isUserConfigured: true },
      }),
  );
  if (code === null) return;
  toast({
    tone: 'error',
    title: t(($) => (isConnected ? $.phones.toast.notOn : $.phones.toast.notOff)),
    text: t(($) => (isConnected ? $.phones.toast.staysOff : $.phones.toast.staysOn), { name: phone.name }),
  });
}

function isSureAboutLast({ name }: Phone, t: PhoneChanging['t']): Promise<boolean> {
  return confirm({
    icon: PhoneOff,
    headline: t(($) => $.phones.last.title),
    text: t(($) => $.phones.last.text, { name }),
    action: t(($) => $.phones.last.action),
    critical: true,
  });
}

async function makeDefault({ phone, me, t, change }: PhoneChanging): Promise<void> {
  if (me === null) return;
  const code = await change(
    { of: 'default', value: phone.id },
    () => [patchLive(phoneQueries.me, me.webUserId, { defaultPhoneId: phone.id })],
    () => call(sessionRoutes.updateUser, { body: { defaultPhoneId: phone.id } }),
  );
  if (code === null) return;
  toast({ tone: 'error', title: t(($) => $.phones.toast.notDefault), text: t(($) => $.errors[code]) });
}

/** Resolves to null where it was saved, else to why not. */
async function showCallerId(
  { phone, t, change }: PhoneChanging,
  callerId: string | null,
): Promise<ApiErrorCode | null> {
  const code = await change(
    { of: 'callerId', value: callerId ?? '' },
    () => [patchLive(phoneQueries.phones, phone.id, { callerId })],
    () => call(callControlRoutes.setPhoneCallerId, { params: { id: phone.id }, body: { callerId } }),
  );
  if (code === null) void syncQuietly();
  // A problem of the number itself is said beside its field.
  else if (code !== 'INVALID_NUMBER' && code !== 'DIRECT_DIAL') tellCallerIdStays(phone, t);
  return code;
}

function tellCallerIdStays({ callerId }: Phone, t: PhoneChanging['t']): void {
  const isNumber = callerId !== null && callerId !== 'anonymous' && callerId !== 'suppressed';
  toast({
    tone: 'error',
    title: t(($) => $.phones.toast.callerIdNotSaved),
    ...(isNumber ? { text: t(($) => $.phones.toast.numberStays, { number: formatNumber(callerId) }) } : {}),
  });
}
