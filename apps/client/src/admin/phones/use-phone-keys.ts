import type { PhoneSetup } from '@sidetone/contract/entities/phone-setup.ts';
import { adminDeviceRoutes } from '@sidetone/contract/http/admin/device-routes.ts';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { ApiError, codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { toast } from '#ui/toasts.ts';
import { useRefusalWords } from '../use-editor.ts';
import { keysChanged } from './setup-form.ts';

/** The keys of a phone while they are chosen; `setup` null where somebody types its settings. */
export function usePhoneKeys(phoneId: string, setup: PhoneSetup | null) {
  const { t } = useWords();
  const refusalWords = useRefusalWords();
  const kept = setup?.keys ?? [];
  /** Null: those that the phone has. */
  const [chosen, setChosen] = useState<string[] | null>(null);
  /** What the server took; the phone may be told to this client later. */
  const [saved, setSaved] = useState<string[] | null>(null);
  const [error, setError] = useState<string | undefined>();
  const [busy, setBusy] = useState(false);
  const keys = chosen ?? kept;
  if (chosen !== null && chosen.join() === kept.join()) {
    setChosen(null);
    setSaved(null);
  }

  const choose = (next: string[]) => {
    setError(undefined);
    setChosen(next);
  };
  const took = (taken: string[]) => {
    setError(undefined);
    setSaved(taken);
  };
  /** Says at the keys what the server has against them; whether there is something. */
  const refuse = (failure: unknown): boolean => {
    const issues = failure instanceof ApiError ? failure.issues : [];
    const issue = issues.find(({ path }) => path === 'keys' || path.startsWith('keys.'));
    if (issue) setError(refusalWords(issue.message, codeOf(failure)));
    return issue !== undefined;
  };
  /** Whether the server took them; the phone is asked to fetch them. */
  const save = async (): Promise<boolean> => {
    setBusy(true);
    try {
      const { told } = await call(adminDeviceRoutes.changeDeskPhoneKeys, { params: { phoneId }, body: { keys } });
      took(keys);
      toast({ tone: 'ok', title: t(($) => (told > 0 ? $.admin.phoneSetup.synced : $.admin.phoneSetup.notSynced)) });
      return true;
    } catch (failure) {
      if (!refuse(failure)) {
        toast({ tone: 'error', title: t(($) => $.admin.failed), text: t(($) => $.errors[codeOf(failure)]) });
      }
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { keys, dirty: setup !== null && keysChanged(kept, chosen, saved), error, busy, choose, took, refuse, save };
}
export type PhoneKeys = ReturnType<typeof usePhoneKeys>;
