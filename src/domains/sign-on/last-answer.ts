/** What was answered last to a question that can't be asked more often than so. */
export class LastAnswer<T> {
  private asked = 0;
  private answer?: T;
  private isAsking = false;

  constructor(private readonly most: number) {}

  /** A new answer, unless someone is just asking, or it was asked too often. */
  get(ask: () => T): T {
    if (this.answer !== undefined && (this.isAsking || this.asked >= this.most)) return this.answer;
    this.asked++;
    this.answer = ask();
    if (this.answer instanceof Promise) void this.waitFor(this.answer);
    return this.answer;
  }

  private async waitFor(answer: Promise<unknown>): Promise<void> {
    this.isAsking = true;
    await answer.catch(() => undefined); // for whoever asked to hear
    this.isAsking = false;
  }
}
