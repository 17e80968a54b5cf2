import { reachProblems } from '@sidetone/contract/entities/admin-user.ts';
import { destinationProblems } from '@sidetone/contract/entities/channel-routing.ts';
import { trunkProblems } from '@sidetone/contract/entities/trunk.ts';
import { aiEntryProblems } from '@sidetone/contract/rules/ai-services.ts';
import { mostNumbersOfBlock, numberBlockProblems } from '@sidetone/contract/rules/number-block.ts';
import { useState } from 'react';
import { type DefaultValues, type FieldPath, type FieldValues, get, set, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { useWords } from '#i18n/use-words.ts';
import { ApiError, codeOf } from '#live/api-error.ts';
import { toast } from '#ui/toasts.ts';
import { issueWord } from './issue-word.ts';

interface EditorOptions<Values extends FieldValues, Body> {
  values: Values;
  /** What the server will accept; the names of its fields are those of the form. */
  schema: z.ZodType<Body>;
  /** The form as the schema reads it, such as null for an empty text. */
  shape?: (values: Values) => unknown;
  save: (body: Body) => Promise<void>;
  /** Where the form has what the server names by this path; left out: it has the same names. */
  place?: (path: string) => string;
  /** Said when it is saved. */
  saved?: string;
}

/**
 * One form: checked by the schema that the server keeps, its fields told what is wrong with them in the words of this
 * client, whoever found it.
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
      form.setError((options.place?.(path) ?? path) as FieldPath<Values>, { message: refusalWords(message, code) });
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
    /** What is wrong with all of it; null where nothing is. */
    problem,
    /** What is wrong with a field, by its path; undefined where nothing is. */
    error: (path: string): string | undefined => (get(errors, path) as { message?: string } | undefined)?.message,
  };
}

/** What a field is told that the server refused, by the reason it gave. */
export function useRefusalWords() {
  const { t } = useWords();
  return (reason: string, code: string): string => {
    const destination = destinationProblems.find((one) => one === reason);
    if (destination) return t(($) => $.admin.issue.destination[destination]);
    const block = numberBlockProblems.find((one) => one === reason);
    if (block) return t(($) => $.admin.issue.block[block], { most: mostNumbersOfBlock });
    const trunk = trunkProblems.find((one) => one === reason);
    if (trunk) return t(($) => $.admin.issue.trunk[trunk]);
    const entry = aiEntryProblems.find((one) => one === reason);
    if (entry) return t(($) => $.admin.ai.entry[entry]);
    const reach = reachProblems.find((one) => one === reason);
    if (reach) return t(($) => $.admin.issue.reach[reach]);
    const word = code === 'CONFLICT' ? 'taken' : 'refused';
    return t(($) => $.admin.issue[word]);
  };
}
