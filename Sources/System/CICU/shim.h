// The ICU C interface as a table of function pointers, filled at run time.
//
// Nothing here links ICU or includes its headers. ICU's exported names carry its major version
// (`udat_open_72`), which is a parameter; and a second set of ICU types in one program (Foundation
// brings its own) would clash with the headers' types. Handles are `void *`, enumerations
// `int32_t`, `UBool` is `int8_t` and `UChar` is `uint16_t`, which is their binary interface.
#ifndef PANTILE_CICU_SHIM_H
#define PANTILE_CICU_SHIM_H

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>

// Pointers are checked where ICU documents that they may be null; the fields are never null.
#pragma clang diagnostic ignored "-Wnullability-completeness"

// X(name, result, arguments)
#define PANTILE_ICU_COMMON(X)                                                                     \
  X(u_errorName, const char *, (int32_t))                                                         \
  X(u_strToLower, int32_t,                                                                        \
    (uint16_t *, int32_t, const uint16_t *, int32_t, const char *, int32_t *))                    \
  X(u_strToUpper, int32_t,                                                                        \
    (uint16_t *, int32_t, const uint16_t *, int32_t, const char *, int32_t *))                    \
  X(ubrk_open, void *, (int32_t, const char *, const uint16_t *, int32_t, int32_t *))             \
  X(ubrk_close, void, (void *))                                                                   \
  X(ubrk_first, int32_t, (void *))                                                                \
  X(ubrk_next, int32_t, (void *))                                                                 \
  X(ubrk_getRuleStatus, int32_t, (void *))                                                        \
  X(ucurr_getDefaultFractionDigits, int32_t, (const uint16_t *, int32_t *))                       \
  X(ucurr_getName, const uint16_t *,                                                              \
    (const uint16_t *, const char *, int32_t, int8_t *, int32_t *, int32_t *))                    \
  X(uenum_close, void, (void *))                                                                  \
  X(uenum_next, const char *, (void *, int32_t *, int32_t *))                                     \
  X(uldn_openForContext, void *, (const char *, int32_t *, int32_t, int32_t *))                   \
  X(uldn_close, void, (void *))                                                                   \
  X(uldn_localeDisplayName, int32_t, (void *, const char *, uint16_t *, int32_t, int32_t *))      \
  X(uldn_regionDisplayName, int32_t, (void *, const char *, uint16_t *, int32_t, int32_t *))      \
  X(uldn_scriptDisplayName, int32_t, (void *, const char *, uint16_t *, int32_t, int32_t *))      \
  X(uldn_keyValueDisplayName, int32_t,                                                            \
    (void *, const char *, const char *, uint16_t *, int32_t, int32_t *))                         \
  X(uloc_forLanguageTag, int32_t, (const char *, char *, int32_t, int32_t *, int32_t *))          \
  X(uloc_setKeywordValue, int32_t, (const char *, const char *, char *, int32_t, int32_t *))      \
  X(uloc_getBaseName, int32_t, (const char *, char *, int32_t, int32_t *))                        \
  X(uloc_addLikelySubtags, int32_t, (const char *, char *, int32_t, int32_t *))                   \
  X(uloc_toUnicodeLocaleType, const char *, (const char *, const char *))                         \
  X(unorm2_getNFCInstance, void *, (int32_t *))                                                   \
  X(unorm2_getNFDInstance, void *, (int32_t *))                                                   \
  X(unorm2_getNFKCInstance, void *, (int32_t *))                                                  \
  X(unorm2_getNFKDInstance, void *, (int32_t *))                                                  \
  X(unorm2_normalize, int32_t,                                                                    \
    (void *, const uint16_t *, int32_t, uint16_t *, int32_t, int32_t *))                          \
  X(ures_open, void *, (const char *, const char *, int32_t *))                                   \
  X(ures_openDirect, void *, (const char *, const char *, int32_t *))                             \
  X(ures_close, void, (void *))                                                                   \
  X(ures_getByKey, void *, (void *, const char *, void *, int32_t *))                             \
  X(ures_getStringByKey, const uint16_t *, (void *, const char *, int32_t *, int32_t *))

#define PANTILE_ICU_I18N(X)                                                                       \
  X(ucal_open, void *, (const uint16_t *, int32_t, const char *, int32_t, int32_t *))             \
  X(ucal_close, void, (void *))                                                                   \
  X(ucal_setMillis, void, (void *, double, int32_t *))                                            \
  X(ucal_get, int32_t, (void *, int32_t, int32_t *))                                              \
  X(ucal_setGregorianChange, void, (void *, double, int32_t *))                                   \
  X(ucal_getType, const char *, (void *, int32_t *))                                              \
  X(ucal_getTimeZoneOffsetFromLocal, void,                                                        \
    (void *, int32_t, int32_t, int32_t *, int32_t *, int32_t *))                                  \
  X(ucal_getTimeZoneTransitionDate, int8_t, (void *, int32_t, double *, int32_t *))               \
  X(ucal_getTimeZoneDisplayName, int32_t,                                                         \
    (void *, int32_t, const char *, uint16_t *, int32_t, int32_t *))                              \
  X(ucal_getCanonicalTimeZoneID, int32_t,                                                         \
    (const uint16_t *, int32_t, uint16_t *, int32_t, int8_t *, int32_t *))                        \
  X(ucal_openTimeZoneIDEnumeration, void *, (int32_t, const char *, const int32_t *, int32_t *))  \
  X(ucal_getKeywordValuesForLocale, void *, (const char *, const char *, int8_t, int32_t *))      \
  X(ucol_open, void *, (const char *, int32_t *))                                                 \
  X(ucol_close, void, (void *))                                                                   \
  X(ucol_strcoll, int32_t, (void *, const uint16_t *, int32_t, const uint16_t *, int32_t))        \
  X(ucol_setAttribute, void, (void *, int32_t, int32_t, int32_t *))                               \
  X(ucol_getAttribute, int32_t, (void *, int32_t, int32_t *))                                     \
  X(ucol_getKeywordValuesForLocale, void *, (const char *, const char *, int8_t, int32_t *))      \
  X(udat_open, void *,                                                                            \
    (int32_t, int32_t, const char *, const uint16_t *, int32_t, const uint16_t *, int32_t,        \
     int32_t *))                                                                                  \
  X(udat_close, void, (void *))                                                                   \
  X(udat_format, int32_t, (void *, double, uint16_t *, int32_t, void *, int32_t *))               \
  X(udat_formatForFields, int32_t, (void *, double, uint16_t *, int32_t, void *, int32_t *))      \
  X(udat_setCalendar, void, (void *, void *))                                                     \
  X(udat_toPattern, int32_t, (void *, int8_t, uint16_t *, int32_t, int32_t *))                    \
  X(udatpg_open, void *, (const char *, int32_t *))                                               \
  X(udatpg_close, void, (void *))                                                                 \
  X(udatpg_getBestPatternWithOptions, int32_t,                                                    \
    (void *, const uint16_t *, int32_t, int32_t, uint16_t *, int32_t, int32_t *))                 \
  X(udatpg_getSkeleton, int32_t,                                                                  \
    (void *, const uint16_t *, int32_t, uint16_t *, int32_t, int32_t *))                          \
  X(udatpg_getDefaultHourCycle, int32_t, (void *, int32_t *))                                     \
  X(udatpg_getFieldDisplayName, int32_t,                                                          \
    (void *, int32_t, int32_t, uint16_t *, int32_t, int32_t *))                                   \
  X(udtitvfmt_open, void *,                                                                       \
    (const char *, const uint16_t *, int32_t, const uint16_t *, int32_t, int32_t *))              \
  X(udtitvfmt_close, void, (void *))                                                              \
  X(udtitvfmt_openResult, void *, (int32_t *))                                                    \
  X(udtitvfmt_closeResult, void, (void *))                                                        \
  X(udtitvfmt_formatToResult, void, (void *, double, double, void *, int32_t *))                  \
  X(udtitvfmt_resultAsValue, void *, (void *, int32_t *))                                         \
  X(ufieldpositer_open, void *, (int32_t *))                                                      \
  X(ufieldpositer_close, void, (void *))                                                          \
  X(ufieldpositer_next, int32_t, (void *, int32_t *, int32_t *))                                  \
  X(ulistfmt_openForType, void *, (const char *, int32_t, int32_t, int32_t *))                    \
  X(ulistfmt_close, void, (void *))                                                               \
  X(ulistfmt_openResult, void *, (int32_t *))                                                     \
  X(ulistfmt_closeResult, void, (void *))                                                         \
  X(ulistfmt_formatStringsToResult, void,                                                         \
    (void *, const uint16_t *_Nullable const *, const int32_t *, int32_t, void *, int32_t *))     \
  X(ulistfmt_resultAsValue, void *, (void *, int32_t *))                                          \
  X(unumf_openForSkeletonAndLocale, void *,                                                       \
    (const uint16_t *, int32_t, const char *, int32_t *))                                         \
  X(unumf_close, void, (void *))                                                                  \
  X(unumf_openResult, void *, (int32_t *))                                                        \
  X(unumf_closeResult, void, (void *))                                                            \
  X(unumf_formatDouble, void, (void *, double, void *, int32_t *))                                \
  X(unumf_formatDecimal, void, (void *, const char *, int32_t, void *, int32_t *))                \
  X(unumf_resultAsValue, void *, (void *, int32_t *))                                             \
  X(unumrf_openForSkeletonWithCollapseAndIdentityFallback, void *,                                \
    (const uint16_t *, int32_t, int32_t, int32_t, const char *, void *, int32_t *))               \
  X(unumrf_close, void, (void *))                                                                 \
  X(unumrf_openResult, void *, (int32_t *))                                                       \
  X(unumrf_closeResult, void, (void *))                                                           \
  X(unumrf_formatDoubleRange, void, (void *, double, double, void *, int32_t *))                  \
  X(unumrf_formatDecimalRange, void,                                                              \
    (void *, const char *, int32_t, const char *, int32_t, void *, int32_t *))                    \
  X(unumrf_resultAsValue, void *, (void *, int32_t *))                                            \
  X(unum_open, void *,                                                                            \
    (int32_t, const uint16_t *, int32_t, const char *, void *, int32_t *))                        \
  X(unum_setAttribute, void, (void *, int32_t, int32_t))                                          \
  X(unumsys_open, void *, (const char *, int32_t *))                                              \
  X(unumsys_openByName, void *, (const char *, int32_t *))                                        \
  X(unumsys_close, void, (void *))                                                                \
  X(unumsys_getName, const char *, (void *))                                                      \
  X(unumsys_isAlgorithmic, int8_t, (void *))                                                      \
  X(uplrules_openForType, void *, (const char *, int32_t, int32_t *))                             \
  X(uplrules_close, void, (void *))                                                               \
  X(uplrules_selectFormatted, int32_t, (void *, void *, uint16_t *, int32_t, int32_t *))          \
  X(uplrules_selectForRange, int32_t, (void *, void *, uint16_t *, int32_t, int32_t *))           \
  X(uplrules_getKeywords, void *, (void *, int32_t *))                                            \
  X(ureldatefmt_open, void *, (const char *, void *, int32_t, int32_t, int32_t *))                \
  X(ureldatefmt_close, void, (void *))                                                            \
  X(ureldatefmt_openResult, void *, (int32_t *))                                                  \
  X(ureldatefmt_closeResult, void, (void *))                                                      \
  X(ureldatefmt_formatToResult, void, (void *, double, int32_t, void *, int32_t *))               \
  X(ureldatefmt_formatNumericToResult, void, (void *, double, int32_t, void *, int32_t *))        \
  X(ureldatefmt_resultAsValue, void *, (void *, int32_t *))                                       \
  X(ucfpos_open, void *, (int32_t *))                                                             \
  X(ucfpos_close, void, (void *))                                                                 \
  X(ucfpos_getCategory, int32_t, (void *, int32_t *))                                             \
  X(ucfpos_getField, int32_t, (void *, int32_t *))                                                \
  X(ucfpos_getIndexes, void, (void *, int32_t *, int32_t *, int32_t *))                           \
  X(ufmtval_getString, const uint16_t *, (void *, int32_t *, int32_t *))                          \
  X(ufmtval_nextPosition, int8_t, (void *, void *, int32_t *))

struct pantile_icu {
#define PANTILE_ICU_FIELD(name, result, arguments) result(*_Nonnull name) arguments;
  PANTILE_ICU_COMMON(PANTILE_ICU_FIELD)
  PANTILE_ICU_I18N(PANTILE_ICU_FIELD)
#undef PANTILE_ICU_FIELD
};

/// Fills `table` from two opened libraries of major version `version`.
///
/// Returns null, or the name of the first function that is missing; the table is then unusable.
static inline const char *_Nullable pantile_icu_resolve(
    struct pantile_icu *_Nonnull table, void *_Nonnull common, void *_Nonnull i18n, int version) {
  char symbol[96];
  void *address;
#define PANTILE_ICU_LOOK_UP(library, name)                                                        \
  snprintf(symbol, sizeof symbol, "%s_%d", #name, version);                                       \
  address = dlsym(library, symbol);                                                               \
  if (!address) return #name;                                                                     \
  *(void **)&table->name = address;
#define PANTILE_ICU_IN_COMMON(name, result, arguments) PANTILE_ICU_LOOK_UP(common, name)
#define PANTILE_ICU_IN_I18N(name, result, arguments) PANTILE_ICU_LOOK_UP(i18n, name)
  PANTILE_ICU_COMMON(PANTILE_ICU_IN_COMMON)
  PANTILE_ICU_I18N(PANTILE_ICU_IN_I18N)
#undef PANTILE_ICU_IN_COMMON
#undef PANTILE_ICU_IN_I18N
#undef PANTILE_ICU_LOOK_UP
  return 0;
}

#endif
