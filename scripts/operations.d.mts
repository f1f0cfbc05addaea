export declare function manifestOf(folder: string): object;
