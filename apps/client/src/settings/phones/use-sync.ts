import { useState } from 'react';
import { syncPhones } from '#channels/sync-phones.ts';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { toast } from '#ui/toasts.ts';

export interface Sync {
  readonly isRunning: boolean;
  start(): void;
}

/** Loads the phones again from the phone system, one time after the other, and reports how that went. */
export function useSync(): Sync {
  const { t } = useWords();
  const [isRunning, setRunning] = useState(false);
  async function run() {
    setRunning(true);
    try {
      const { phones } = await syncPhones();
      toast({
        id: 'phones-synced',
        tone: 'ok',
        title: t(($) => $.phones.sync.done),
        text: t(($) => $.phones.sync.count, { count: phones }),
      });
    } catch (error) {
      const text = t(($) => $.errors[codeOf(error)]);
      toast({ id: 'phones-synced', tone: 'error', title: t(($) => $.phones.sync.failed), text });
    } finally {
      setRunning(false);
    }
  }
  return { isRunning, start: () => void (isRunning || run()) };
}
