import { confirm, type Question } from '#ui/confirm.ts';

interface Press {
  preventDefault(): void;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
}

/** A press on a link that leads away from a form. Where something is not saved it asks first, and `go` leads there after a yes. */
export const askFirst =
  (isDirty: boolean, question: Question, go: () => void) =>
  (press: Press): void => {
    // Another tab or window leaves the form as it is.
    if (!isDirty || press.ctrlKey || press.metaKey || press.shiftKey) return;
    press.preventDefault();
    void confirm({ ...question, critical: true }).then((yes) => yes && go());
  };
