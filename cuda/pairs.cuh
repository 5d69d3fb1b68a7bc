/* One number where a processor has a vector (../conformance/screen_vector.h), in CUDA C++: behind this the
 * texts of pairs (screen_vector_words.h, screen_pair.h, screen_cores.h, screen_pairs.h) are those of the host, in
 * a namespace that scout.cuh closes. No product and sum become one operation here, whatever -fmad
 * says. */
#define UL_SCREEN_VECTOR_H
#define UL_ONE_LANE

namespace ul_pairs {

#define static static __device__
#define LANES  1

typedef ul_long int64_t;
typedef ul_ulong uint64_t;

#define INT64_MAX (int64_t)0x7fffffffffffffff
#define INT64_MIN (-INT64_MAX - 1)
#define DBL_MAX   0x1.fffffffffffffp+1023
#define INFINITY  __longlong_as_double(0x7ff0000000000000)
#define NAN       __longlong_as_double(0x7ff8000000000000)
#define M_SQRT1_2 0x1.6a09e667f3bcdp-1
#define M_PI_4    0x1.921fb54442d18p-1

/* Marks of screen.h. */
#define UL_SCREEN_HUGE        DBL_MAX
#define UL_SCREEN_HUGE_ERROR  0x1p+1000
#define UL_SCREEN_TINY        0x1p-1000
#define UL_SCREEN_TINY_ERROR  0x1p-1001
#define UL_SCREEN_UNDER_ERROR 0x1p-1070

struct vec;
struct mask {
    int64_t bits; /* all ones where true */
    __device__ mask() {}
    __device__ mask(int64_t x) : bits(x) {}
    explicit __device__ mask(const vec &x);
    __device__ int64_t operator[](int) const { return bits; }
};
struct vec {
    double x;
    __device__ vec() {}
    __device__ vec(double y) : x(y) {}
    explicit __device__ vec(mask m) : x(__longlong_as_double(m.bits)) {}
};
__device__ inline mask::mask(const vec &v) : bits(__double_as_longlong(v.x)) {}

#define UL_OF_MASKS(op)                                                                                      \
    static inline mask operator op(mask x, mask y)                                                           \
    {                                                                                                        \
        return x.bits op y.bits;                                                                             \
    }
UL_OF_MASKS(+)
UL_OF_MASKS(-)
UL_OF_MASKS(&)
UL_OF_MASKS(|)
UL_OF_MASKS(^)
UL_OF_MASKS(<<)
UL_OF_MASKS(>>)

static inline mask operator~(mask x)
{
    return ~x.bits;
}

static inline mask operator==(mask x, mask y)
{
    return x.bits == y.bits ? (int64_t)-1 : 0;
}

#define UL_OF_VECTORS(op, rounded)                                                                           \
    static inline vec operator op(vec x, vec y)                                                              \
    {                                                                                                        \
        return rounded(x.x, y.x);                                                                            \
    }
UL_OF_VECTORS(+, __dadd_rn)
UL_OF_VECTORS(-, __dsub_rn)
UL_OF_VECTORS(*, __dmul_rn)
UL_OF_VECTORS(/, __ddiv_rn)

#define UL_COMPARED(op)                                                                                      \
    static inline mask operator op(vec x, vec y)                                                             \
    {                                                                                                        \
        return x.x op y.x ? (int64_t)-1 : 0;                                                                 \
    }
UL_COMPARED(<)
UL_COMPARED(<=)
UL_COMPARED(>)
UL_COMPARED(>=)
UL_COMPARED(==)
UL_COMPARED(!=)

static inline vec operator-(vec x)
{
    return -x.x;
}

static inline vec &operator*=(vec &x, vec y)
{
    return x = x * y;
}

static inline vec all(double c)
{
    return c;
}

static inline bool any(mask m)
{
    return m.bits != 0;
}

static inline vec fused(vec a, vec b, vec c)
{
    return __fma_rn(a.x, b.x, c.x);
}

static inline vec product_error(vec a, vec b, vec p)
{
    return __fma_rn(a.x, b.x, -p.x);
}

static inline int leading_zeros(uint64_t x)
{
    return __clzll((int64_t)x);
}

static inline uint64_t upper_product(uint64_t a, uint64_t b)
{
    return __umul64hi(a, b);
}

/* What SLEEF gives there is CUDA's here. */
#define SLEEF(name, ulp) name##_of
#define UL_OF_CUDA(name)                                                                                     \
    static inline vec name##_of(vec x)                                                                       \
    {                                                                                                        \
        return ::name(x.x);                                                                                  \
    }
UL_OF_CUDA(sqrt)
UL_OF_CUDA(cbrt)
UL_OF_CUDA(atan)
