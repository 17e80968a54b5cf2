import i18next from 'i18next';
import { adminWebhook as german } from './de/admin-webhook.ts';
import { adminWebhook as english } from './en/admin-webhook.ts';

/** Adds the words of the webhook, which come with its page and not before; a component that draws with them calls this first. */
export function addWebhookWords(): void {
  i18next.addResourceBundle('en', 'translation', { admin: { webhook: english } }, true);
  i18next.addResourceBundle('de', 'translation', { admin: { webhook: german } }, true);
}
