import { reachProblems } from '@sidetone/contract/entities/admin-user.ts';
import { destinationProblems } from '@sidetone/contract/entities/channel-routing.ts';
import { phoneSetupProblems } from '@sidetone/contract/entities/phone-setup.ts';
import { trunkProblems } from '@sidetone/contract/entities/trunk.ts';
import { type MenuTargetProblem, menuLimits } from '@sidetone/contract/entities/voice-menu.ts';
import { aiEntryProblems } from '@sidetone/contract/rules/ai/ai-services.ts';
import { mostNumbersOfBlock, numberBlockProblems } from '@sidetone/contract/rules/numbers/number-block.ts';
import { useState } from 'react';
import { type DefaultValues, type FieldPath, type FieldValues, get, set, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { useWords } from '#i18n/use-words.ts';
import { ApiError, codeOf } from '#live/line/api-error.ts';
import { toast } from '#ui/toasts.ts';
import { issueWord } from './issue-word.ts';

export interface EditorOptions<Values extends FieldValues, Body> {
  values: Values;
  /** The schema that the server accepts; its fields have the names of the form's. */
  schema: z.ZodType<Body>;
  /** The form as the schema reads it, such as null for an empty text. */
  shape?: (values: Values) => unknown;
  save: (body: Body) => Promise<void>;
  /** The form's name of the field at this path on the server; without it, it has the same names. */
  place?: (path: string) => string;
  /** The words of this form for what the server refuses; undefined where its reason means the same in all forms. */
  refusal?: (path: string, reason: string) => string | undefined;
  /** The words once it is saved. */
  saved?: string;
}

/**
 * One form: checked by the schema that the server uses; its fields show their problems in the words of this client,
 * whether the client or the server found them.
 */
export function useEditor<Values extends FieldValues, Body>(options: EditorOptions<Values, Body>) {
  const { t } = useWords();
  const refusalWords = useRefusalWords();
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm<Values>({
    defaultValues: options.values as DefaultValues<Values>,
    shouldFocusError: true,
    resolver: (values) => {
      const checked = options.schema.safeParse(options.shape ? options.shape(values) : values);
      if (checked.success) return { values: checked.data as unknown as Values, errors: {} };
      const errors = {};
      for (const issue of checked.error.issues) {
        const path = issue.path.join('.') || 'root';
        if (!get(errors, path))
          set(errors, path, { type: issue.code, message: t(($) => $.admin.issue[issueWord(issue)]) });
      }
      return { values: {}, errors };
    },
  });

  const failed = (error: unknown) => {
    const code = codeOf(error);
    const issues = error instanceof ApiError ? error.issues : [];
    for (const { path, message } of issues) {
      const words = options.refusal?.(path, message) ?? refusalWords(message, code);
      form.setError((options.place?.(path) ?? path) as FieldPath<Values>, { message: words });
    }
    setProblem(issues.length > 0 ? t(($) => $.admin.checkFields) : t(($) => $.errors[code]));
  };

  const submit = form.handleSubmit(
    async (body) => {
      setProblem(null);
      try {
        await options.save(body as unknown as Body);
        form.reset(form.getValues());
        if (options.saved !== undefined) toast({ tone: 'ok', title: options.saved });
      } catch (error) {
        failed(error);
      }
    },
    () => setProblem(t(($) => $.admin.checkFields)),
  );

  const { errors, isDirty, isSubmitting } = form.formState;
  return {
    form,
    submit,
    dirty: isDirty,
    busy: isSubmitting,
    /** The problem of the form as a whole; null where there is none. */
    problem,
    /** The problem of a field, by its path; undefined where there is none. */
    error: (path: string): string | undefined => (get(errors, path) as { message?: string } | undefined)?.message,
  };
}

/** Those of voice menus that destinations of channels do not have. */
const menuProblems = ['menuLoop', 'menuDepth', 'voicemailOff'] as const satisfies readonly MenuTargetProblem[];

/** The words for a field that the server refused, by its reason. */
export function useRefusalWords() {
  const { t } = useWords();
  return (reason: string, code: string): string => {
    const destination = destinationProblems.find((one) => one === reason);
    if (destination) return t(($) => $.admin.issue.destination[destination]);
    const menu = menuProblems.find((one) => one === reason);
    if (menu) return t(($) => $.admin.menus.problems[menu], { most: menuLimits.depth });
    const block = numberBlockProblems.find((one) => one === reason);
    if (block) return t(($) => $.admin.issue.block[block], { most: mostNumbersOfBlock });
    const trunk = trunkProblems.find((one) => one === reason);
    if (trunk) return t(($) => $.admin.issue.trunk[trunk]);
    const entry = aiEntryProblems.find((one) => one === reason);
    if (entry) return t(($) => $.admin.ai.entry[entry]);
    const setup = phoneSetupProblems.find((one) => one === reason);
    if (setup) return t(($) => $.admin.phoneSetup.problems[setup]);
    const reach = reachProblems.find((one) => one === reason);
    if (reach) return t(($) => $.admin.issue.reach[reach]);
    if (reason === 'unknownPlace') return t(($) => $.admin.hours.unknownPlace);
    const word = code === 'CONFLICT' ? 'taken' : 'refused';
    return t(($) => $.admin.issue[word]);
  };
}
