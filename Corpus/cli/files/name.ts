export const name = 'from name.ts'
