import type { Webhook, WebhookDelivery } from '@sidetone/contract/entities/webhook.ts';
import { adminWebhookRoutes } from '@sidetone/contract/http/admin/webhook-routes.ts';
import { useCallback, useEffect, useState } from 'react';
import { codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';

/** How often the page looks what became of deliveries, in milliseconds. */
const lookAgainMs = 5_000;

/** The webhooks of the account as they are saved; null until they are there. */
export function useWebhooks(accountId: string) {
  const [saved, setSaved] = useState<readonly Webhook[] | null>(null);
  const [isFailed, setFailed] = useState(false);
  const load = useCallback(async (): Promise<void> => {
    setFailed(false);
    try {
      const { webhooks } = await call(adminWebhookRoutes.webhooks, { params: { accountId } });
      setSaved(webhooks);
    } catch (cause) {
      console.warn('[settings] webhooks were not loaded:', codeOf(cause));
      setFailed(true);
    }
  }, [accountId]);
  /** What the server has said of one of them meanwhile. */
  const hear = (change: (saved: readonly Webhook[]) => readonly Webhook[]) =>
    setSaved((before) => (before === null ? null : change(before)));
  useEffect(() => void load(), [load]);
  return { saved, isFailed, load, hear, retry: () => void load() };
}

/** What became of the calls that were sent; read again while the page is looked at. Null until it is there. */
export function useDeliveries(accountId: string): readonly WebhookDelivery[] | null {
  const [deliveries, setDeliveries] = useState<readonly WebhookDelivery[] | null>(null);
  useEffect(() => {
    let isOver = false;
    const look = async () => {
      if (document.visibilityState === 'hidden') return;
      try {
        const found = await call(adminWebhookRoutes.webhookDeliveries, { params: { accountId } });
        if (!isOver) setDeliveries(found.deliveries);
      } catch (cause) {
        console.warn('[settings] deliveries were not loaded:', codeOf(cause));
      }
    };
    void look();
    const timer = setInterval(() => void look(), lookAgainMs);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [accountId]);
  return deliveries;
}
