import type { Page } from '@playwright/test';

interface LongTask {
  /** When it began, in ms since the navigation. */
  readonly at: number;
  readonly ms: number;
}

/** Runs in the page, before anything of it: notes tasks of the main thread that take 50 ms and more. */
export function watchTasks(): void {
  const tasks: LongTask[] = [];
  Object.assign(globalThis, { tasksOfBench: tasks });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) tasks.push({ at: startTime, ms: duration });
  }).observe({ type: 'longtask', buffered: true });
}

/** The tasks of 50 ms and more so far, by the clock. */
export function longTasksOf(page: Page): Promise<readonly LongTask[]> {
  return page.evaluate(() => (globalThis as unknown as { tasksOfBench: LongTask[] }).tasksOfBench);
}
