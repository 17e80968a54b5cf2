import type { Webhook } from '@sidetone/contract/entities/webhook.ts';
import { adminWebhookRoutes } from '@sidetone/contract/http/admin/webhook-routes.ts';
import { type WebhookEntryProblem, webhookEntryProblems } from '@sidetone/contract/rules/webhooks.ts';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { track } from '#live/line/analytics.ts';
import { ApiError, codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { newId } from '#platform/new-id.ts';
import { confirm } from '#ui/confirm.ts';
import { toast } from '#ui/toasts.ts';
import { useNotSaved } from '../../use-not-saved.ts';
import { changeOf, type Draft, draftOf, newDraft, placed, planOf, problemsOf, savedOf } from './webhook-drafts.ts';

export type Problems = ReadonlyMap<string, WebhookEntryProblem>;
const none: Problems = new Map();

interface EditorOptions {
  readonly accountId: string;
  /** As it is at the server. */
  readonly saved: readonly Webhook[];
  readonly read: () => Promise<readonly Webhook[]>;
}

/** Webhooks as they are edited: held here until they are saved, and back as they were with Cancel. SSET-033 to -041 */
export function useWebhookEditor({ accountId, saved, read }: EditorOptions) {
  const { t } = useWords();
  const notSaved = useNotSaved();
  /** Null: as they are saved. */
  const [edited, setEdited] = useState<readonly Draft[] | null>(null);
  const [problems, setProblems] = useState<Problems>(none);
  const [isBusy, setBusy] = useState(false);
  const [isOutdated, setOutdated] = useState(false);
  /** Shown once, when a webhook was added or its secret renewed. */
  const [secret, setSecret] = useState<string | null>(null);
  const drafts = edited ?? saved.map(draftOf);
  const plan = planOf(drafts, saved);

  const discard = () => {
    setEdited(null);
    setProblems(none);
    setOutdated(false);
  };
  const failed = async (error: unknown, draft: Draft | undefined) => {
    const code = codeOf(error);
    console.warn('[settings] the webhook was not saved:', code);
    const issues = error instanceof ApiError ? error.issues : [];
    const known = issues.flatMap(({ path, message }) => {
      const problem = webhookEntryProblems.find((one) => one === message);
      return problem ? [{ path, message: problem }] : [];
    });
    if (draft && known.length > 0) return setProblems(placed(draft, known));
    if (code !== 'CONFLICT') return notSaved(code);
    // What was typed stays; what somebody else saved is what it is compared with now.
    await read().catch(() => undefined);
    setOutdated(true);
  };
  const save = async () => {
    if (isBusy || plan.fields.length === 0) return;
    for (const draft of plan.written) {
      const found = problemsOf(draft, savedOf(draft, saved));
      setProblems(found);
      if (found.size > 0) return;
    }
    setBusy(true);
    let writing: Draft | undefined;
    try {
      for (const { id: webhookId } of plan.removed)
        await call(adminWebhookRoutes.removeWebhook, { params: { accountId, webhookId } });
      for (const draft of plan.written) {
        writing = draft;
        const params = { accountId, webhookId: draft.id };
        const body = changeOf(draft, savedOf(draft, saved)?.rev ?? 0);
        const answer = await call(adminWebhookRoutes.saveWebhook, { params, body });
        if (answer.secret !== null) setSecret(answer.secret);
      }
      await read();
      discard();
      toast({ tone: 'ok', title: t(($) => $.admin.webhook.saved) });
      void track({ name: 'AI Feature Settings Submitted', flag: 'hasWebhook' });
    } catch (error) {
      await failed(error, writing);
    } finally {
      setBusy(false);
    }
  };
  const remove = async (draft: Draft) => {
    const isSaved = savedOf(draft, saved) !== undefined;
    const question = {
      headline: t(($) => $.admin.webhook.removeAsk.title),
      text: t(($) => $.admin.webhook.removeAsk.text),
      action: t(($) => $.admin.webhook.removeAsk.action),
      critical: true,
    };
    if (isSaved && !(await confirm(question))) return;
    setEdited(drafts.filter(({ id }) => id !== draft.id));
    setProblems(none);
  };
  const renewSecret = async (webhookId: string) => {
    const question = {
      headline: t(($) => $.admin.webhook.secret.renewAsk.title),
      text: t(($) => $.admin.webhook.secret.renewAsk.text),
      action: t(($) => $.admin.webhook.secret.renewAsk.action),
      critical: true,
    };
    if (!(await confirm(question))) return;
    try {
      const answer = await call(adminWebhookRoutes.renewWebhookSecret, { params: { accountId, webhookId } });
      setSecret(answer.secret);
      await read();
    } catch (error) {
      const text = t(($) => $.errors[codeOf(error)], { detail: '' });
      toast({ tone: 'error', title: t(($) => $.admin.webhook.secret.renewFailed), text });
    }
  };
  return {
    drafts,
    plan,
    problems,
    isBusy,
    isOutdated,
    secret,
    forgetSecret: () => setSecret(null),
    discard,
    save,
    remove,
    renewSecret,
    add: () => setEdited([...drafts, newDraft(newId())]),
    change(next: Draft) {
      setEdited(drafts.map((draft) => (draft.id === next.id ? next : draft)));
      setProblems(none);
    },
  };
}
export type WebhookEditor = ReturnType<typeof useWebhookEditor>;
