export declare function faultAt(root: string, at?: number, code?: string): void;
export declare function faultsOver(): { readonly count: number; readonly hit: string | undefined };
export declare function forgetFaults(): void;
export declare function point(name: string): void;
